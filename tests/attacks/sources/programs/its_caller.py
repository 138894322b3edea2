"""Looks up the frames above it for what is expected, and at everything in memory.

Stopped by: design: the process of a program holds its arguments, and no reference.
Exercise: round-trip
Gets: runtime_error
Stage: slow
"""
import gc
import sys


def main(a, low, high):
    mark, told, frame = "SECRET", [], sys._getframe()
    while frame is not None:
        told += [name for name in ("expected", "reference", "seed") if name in frame.f_locals or name in frame.f_globals]
        frame = frame.f_back
    for held in gc.get_objects():
        if type(held) is dict:
            told += [v[:40] for v in list(held.values()) if type(v) is str and mark + "-" in v]
    raise RuntimeError(" ".join(told)[:280])
