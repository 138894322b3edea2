"""Gives the kernel a tuple of a type as long as the tuple.

Stopped by: the compiler's limits of time and memory, or the interpreter's.
Gets: compile_error or time_limit or memory_limit or unsupported or wrong_answer or fault
Stage: slow
"""
from numba import cuda

VALUES = tuple(float(x) for x in range(20_000))


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + VALUES[i % 20_000]
