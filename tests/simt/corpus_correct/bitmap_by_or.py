"""Thirty-two flags a word, set by atomic or."""
from numba import cuda, uint32
import numpy as np


@cuda.jit
def kernel(seen, words):
    i = cuda.grid(1)
    if i < seen.size:
        cuda.atomic.or_(words, seen[i] >> 5, uint32(1 << (seen[i] & 31)))


def reference(seen):
    flags = np.zeros(128, bool)
    flags[seen] = True
    return np.packbits(flags, bitorder="little").view(np.uint32)


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 69,
    "args": [("seen", "rng.integers(0, 128, 60)"), ("words", "np.zeros(4, np.uint32)")],
    "expected": {"kind": "ok", "values": {"words": "reference(seen)"}},
}
