"""Reads a file in a decorator that wraps `cuda.jit`.

Stopped by: Landlock.
Gets: compile_error forbidden.file
Naive: reads
"""
import sys

from numba import cuda


def evil(function):
    text = open(sys.modules["app"].__file__.replace("app/__init__.py", "kernels/vector-add/exercise.py")).read()
    raise RuntimeError("read: " + text[:100])


@evil
@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]
