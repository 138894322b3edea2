"""Walks up the frames that called it, and tells the local variables of each.

Stopped by: design: who calls it holds the types of the arguments, no values, no seed and no expected output.
Gets: compile_error source_error
Naive: tells
"""
import sys

told, frame = [], sys._getframe()
while frame is not None:
    told += [repr(value) for name, value in frame.f_locals.items() if name in ("expected", "secret", "seed", "cases")]
    told += [repr(value) for name, value in frame.f_globals.items() if name in ("expected", "secret", "seed", "cases")]
    frame = frame.f_back
raise RuntimeError(" ".join(told)[:280])
