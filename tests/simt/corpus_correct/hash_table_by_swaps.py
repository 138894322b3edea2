"""Open addressing: a slot belongs to whoever swapped its key in; equal keys meet there and count."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(key, slots, counts):
    i = cuda.grid(1)
    if i < key.size:
        at = (key[i] * 7) % slots.size
        while True:
            seen = cuda.atomic.cas(slots, at, -1, key[i])
            if seen == -1 or seen == key[i]:
                break
            at = (at + 1) % slots.size
        cuda.atomic.add(counts, at, 1)


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 53,
    "args": [("key", "rng.integers(0, 30, 60).astype(np.int32)"), ("slots", "np.full(64, -1, np.int32)"),
             ("counts", "np.zeros(64, np.int32)")],
    "expected": {"kind": "ok",
                 "property": "np.array_equal(np.bincount(np.repeat(slots, counts), minlength=30), np.bincount(key, minlength=30))"},
}
