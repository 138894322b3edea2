"""Distances to the end of a linked list: every round doubles the jump, between two sets of arrays."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(following, out):
    jump = cuda.shared.array((2, 32), int32)
    far = cuda.shared.array((2, 32), int32)
    t = cuda.threadIdx.x
    jump[0, t] = following[t]
    far[0, t] = 0 if following[t] == t else 1
    cuda.syncthreads()
    for k in range(5):
        now, then = k & 1, (k + 1) & 1
        over = jump[now, t]
        far[then, t] = far[now, t] + far[now, over]
        jump[then, t] = jump[now, over]
        cuda.syncthreads()
    out[t] = far[1, t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 66,
    "args": [("following", "np.arange(32)[np.r_[1:32, 31]]"), ("out", "np.zeros(32, np.int32)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "31 - np.arange(32)"}},
}
