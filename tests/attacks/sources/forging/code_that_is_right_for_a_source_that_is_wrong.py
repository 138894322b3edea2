"""Replaces what numba compiles by code that is right, and leaves a source that is wrong.

Stopped by: the interpreter, which reads the source, and has the last word where there is no GPU.
Gets: wrong_answer
Device: runs other code
"""
from numba import cuda
import app.toolchain.kernel as kernel


@cuda.jit
def right(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]


def swapped(_, *given, **options):
    return honest(right, *given, **options)


honest = kernel._compile
kernel._compile = swapped


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] - b[i]
