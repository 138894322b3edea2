"""Reads a file in an overload, which numba calls in the midst of typing the kernel, long after the import.

Stopped by: Landlock; there is no later moment at which the wall is down.
Gets: compile_error
Naive: reads
"""
import sys

from numba import cuda
from numba.cuda.extending import intrinsic

PATH = sys.modules["app"].__file__.replace("app/__init__.py", "kernels/vector-add/exercise.py")


@intrinsic
def peek(context, x):
    raise RuntimeError("read: " + open(PATH).read()[:100])


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = peek(a[i])
