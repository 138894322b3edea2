"""Three tiles in rotation: the one that is filled is read two barriers later, so one barrier a round is enough."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    tiles = cuda.shared.array((3, 32), int64)
    t = cuda.threadIdx.x
    rounds = a.shape[0]
    tiles[0, t] = a[0, t]
    total = 0
    for r in range(rounds):
        if r + 1 < rounds:
            tiles[(r + 1) % 3, t] = a[r + 1, t]
        cuda.syncthreads()
        total += tiles[r % 3, 31 - t]
    out[t] = total


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 15,
    "args": [("a", "rng.integers(0, 99, (8, 32))"), ("out", "np.zeros(32, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "a.sum(0)[::-1]"}},
}
