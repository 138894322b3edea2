"""Reads a file where the kernel's own annotations are worked out.

Stopped by: Landlock.
Gets: compile_error forbidden.file
Stage: slow
Naive: reads
"""
import sys

from numba import cuda

PATH = sys.modules["app"].__file__.replace("app/__init__.py", "kernels/vector-add/exercise.py")


def tell():
    raise RuntimeError("read: " + open(PATH).read()[:100])


@cuda.jit
def vector_add(a: tell(), b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]
