"""Shows a right kernel to whoever reads the text, and swaps its code when it is executed.

Stopped by: the interpreter takes no assignment to what is inside a kernel; where a GPU decides, it is the code that runs.
Gets: passed or unsupported
Device: runs other code
"""
from numba import cuda


def other(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] - b[i]


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]


vector_add.py_func.__code__ = other.__code__
