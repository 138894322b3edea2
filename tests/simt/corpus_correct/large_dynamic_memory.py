"""All the shared memory that a block gets, dynamic."""
from numba import cuda, float32
import numpy as np


@cuda.jit
def kernel(a, out):
    room = cuda.shared.array(0, float32)
    t = cuda.threadIdx.x
    for k in range(t, room.size, cuda.blockDim.x):
        room[k] = a[k]
    cuda.syncthreads()
    for k in range(t, room.size, cuda.blockDim.x):
        out[k] = room[room.size - 1 - k]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (256,), "shared_bytes": 49152},
    "seed": 1,
    "args": [("a", "rng.random(12288, np.float32)"), ("out", "np.zeros(12288, np.float32)")],
    "expected": {"values": {"out": "a[::-1]"}},
}
