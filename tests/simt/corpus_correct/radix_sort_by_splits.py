"""Bit by bit: zeros to the front, ones behind them, in order; the places come from a scan."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(a, out):
    key = cuda.shared.array(64, int32)
    place = cuda.shared.array(64, int32)
    t = cuda.threadIdx.x
    key[t] = a[t]
    for bit in range(6):
        cuda.syncthreads()
        mine = key[t]
        one = (mine >> bit) & 1
        place[t] = one
        cuda.syncthreads()
        step = 1
        while step < 64:
            left = place[t - step] if t >= step else 0
            cuda.syncthreads()
            place[t] += left
            cuda.syncthreads()
            step *= 2
        zeros = 64 - place[63]
        to = zeros + place[t] - 1 if one else t - place[t]
        key[to] = mine
    cuda.syncthreads()
    out[t] = key[t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 18,
    "args": [("a", "rng.integers(0, 64, 64).astype(np.int32)"), ("out", "np.zeros(64, np.int32)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "np.sort(a)"}},
}
