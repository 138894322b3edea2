"""Declares more shared memory than a block can have.

Stopped by: the linker's limit.
Gets: compile_error compile_limit.shared
Stage: slow
"""
from numba import cuda, float64


@cuda.jit
def vector_add(a, b, out):
    tile = cuda.shared.array(7_000, float64)
    i = cuda.grid(1)
    tile[cuda.threadIdx.x] = i
    if i < out.size:
        out[i] = a[i] + b[i] + tile[0] * 0
