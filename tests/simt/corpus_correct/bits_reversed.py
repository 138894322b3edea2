"""Bit operations of the device: reversed, counted, the leading zeros."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(a, turned, ones, zeros):
    i = cuda.grid(1)
    if i < a.size:
        turned[i] = cuda.brev(a[i])
        ones[i] = cuda.popc(a[i])
        zeros[i] = cuda.clz(a[i])


def turn(a):
    return np.array([int(f"{v:032b}"[::-1], 2) for v in a], np.uint32)


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 65,
    "args": [("a", "rng.integers(0, 2**32, 50).astype(np.uint32)"), ("turned", "np.zeros(50, np.uint32)"),
             ("ones", "np.zeros(50, np.int32)"), ("zeros", "np.zeros(50, np.int32)")],
    "outputs": ("turned", "ones", "zeros"),
    "expected": {"kind": "ok",
                 "values": {"turned": "turn(a)", "ones": "np.array([bin(v).count('1') for v in a])",
                            "zeros": "np.array([32 - int(v).bit_length() for v in a])"}},
}
