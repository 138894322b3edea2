"""Lanes with the same key find each other, and one of them counts for all."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(key, bins):
    i = cuda.grid(1)
    mates = cuda.match_any_sync(0xFFFFFFFF, key[i])
    if cuda.laneid == cuda.ffs(mates) - 1:
        cuda.atomic.add(bins, key[i], cuda.popc(mates))


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (64,)},
    "seed": 5,
    "args": [("key", "rng.integers(0, 7, 128).astype(np.int32)"), ("bins", "np.zeros(7, np.int32)")],
    "expected": {"kind": "ok", "values": {"bins": "np.bincount(key, minlength=7)"}},
}
