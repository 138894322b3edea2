"""Has a file of this machine linked into its kernel.

Stopped by: `link` of a decorator is refused, and the linker takes a text and no file.
Gets: compile_error compile_limit.link
Stage: slow
"""
from numba import cuda


@cuda.jit(link=["/etc/passwd"])
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]
