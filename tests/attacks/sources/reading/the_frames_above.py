"""Walks up the frames that called it, and tells the local variables of each.

Stopped by: design: who calls it holds the types of the arguments, no values, no seed and no expected output.
Gets: compile_error source_error
Naive: tells
"""
import sys

told, frame = [], sys._getframe()
while frame is not None:
    for names in (frame.f_locals, frame.f_globals):
        told += [repr(names[name])[:60] for name in ("secret", "seed", "expected", "cases") if name in names]
    frame = frame.f_back
raise RuntimeError(" ".join(told)[:280])
