"""Thirty-two booleans become one word."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(flags, words):
    i = cuda.grid(1)
    word = cuda.ballot_sync(0xFFFFFFFF, flags[i])
    if i % 32 == 0:
        words[i // 32] = word


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (32,)},
    "seed": 7,
    "args": [("flags", "rng.random(96) < 0.4"), ("words", "np.zeros(3, np.int32)")],
    "outputs": ("words",),
    "expected": {"kind": "ok",
                 "values": {"words": "np.packbits(flags, bitorder='little').view(np.int32)"}},
}
