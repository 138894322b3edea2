"""Calls a device function that it only declares.

Stopped by: the linker's list of external symbols.
Gets: compile_error compile_limit.external
"""
from numba import cuda, types

elsewhere = cuda.declare_device("elsewhere", types.float32(types.float32))


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = elsewhere(a[i])
