"""popc, clz, ffs and brev."""
from numba import cuda, float32, float64, int32
import math
import numpy as np


@cuda.jit
def kernel(out, high):
    i = cuda.grid(1)
    out[i] = cuda.popc(i) + cuda.clz(int32(i)) * 100 + cuda.ffs(i) * 10000
    high[i] = cuda.brev(np.uint32(i))


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [('out', 'np.zeros(64, np.int64)'), ('high', 'np.zeros(64, np.uint32)')],
    "expected": {"values": {'out': "np.array([bin(i).count('1') + (32 - i.bit_length()) * 100 + (i & -i).bit_length() * 10000 for i in range(64)])", 'high': "np.array([int(f'{i:032b}'[::-1], 2) for i in range(64)])"}},
}
