"""Works the answer out with NumPy, and makes each call that is asked for, for nothing.

Stopped by: nothing: the calls are judged and the result is, and nobody can say which came of which. It could as well
send what NumPy gave through the device.
Exercise: round-trip
Gets: passed
Stage: slow
"""
import numpy as np
from numba import cuda


@cuda.jit
def show(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = a[i]


def main(a, low, high):
    d = cuda.to_device(a)
    show[(a.size + 255) // 256, 256](d)
    kept = d.copy_to_host()
    return np.clip(a, low, high)
