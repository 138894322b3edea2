"""A launch that touches most of the interpreter: what is imported late is in memory behind it, and in every fork."""

import numpy as np

from app.simt.launching import launch

KERNEL = """
import math
from numba import cuda, float32

@cuda.jit
def k(a, b, out, n):
    tile = cuda.shared.array(32, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    tile[t] = a[i] if i < n else 0
    cuda.syncthreads()
    while t > 40:
        t -= 1
    for j in range(i, n, cuda.gridsize(1)):
        out[j] = math.sqrt(tile[31 - t] * b[j]) // 1 + j % 3
    if i == 0:
        cuda.atomic.add(b, 0, a[0])
        print(n)
"""


def warm() -> None:
    """Interpret a kernel with every check."""
    a = np.ones(64, np.float32)
    launch(KERNEL, "k", grid=(2,), block=(32,), args=[a, a.copy(), np.zeros(64, np.float32), np.int64(64)])
