"""Has bad accesses, and many good ones to raise the mean.

Stopped by: nothing: the mean is what is asked for, and the kernel moves more bytes, not fewer. Its time tells.
Exercise: contiguous-copy
Gets: passed
Stage: slow
"""
from numba import cuda


@cuda.jit
def copy(a, out):
    first = 4 * cuda.blockDim.x * cuda.blockIdx.x
    x = cuda.threadIdx.x
    total = a[0] * 0
    for k in range(260):
        if first + x < a.size:
            total += a[first + x] * 0
    for k in range(4):
        i = first + 4 * x + k
        if i < a.size:
            out[i] = a[i] + total
