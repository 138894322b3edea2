"""Replaces what numba compiles, and leaves a source that numba would refuse and the interpreter knows.

Stopped by: nothing where there is no GPU: the interpreter says what the source does, and what it does is right. Whoever
writes such a kernel has taken a longer way.
Gets: passed or unsupported or fault or wrong_answer
Stage: slow
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
    pair = (1, 2.0)
    if i < out.size:
        out[i] = a[i] + b[i] + 0 * pair[i % 2]
