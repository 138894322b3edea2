"""Reads a file where a function's default argument is worked out, which no call is needed for.

Stopped by: Landlock; whatever runs at import runs behind the wall.
Gets: compile_error forbidden.file
Stage: slow
Naive: reads
"""
import sys


def inner(a, b, out, text=open(sys.modules["app"].__file__.replace("app/__init__.py", "kernels/vector-add/exercise.py")).read()):
    pass


raise RuntimeError("read: " + inner.__defaults__[0][:100])
