"""Monte Carlo with a generator of one's own: a linear congruence in 32 bits, one state a thread."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(seed, steps, out):
    i = cuda.grid(1)
    state = (seed + 7919 * i) & 0xFFFFFFFF
    at = 0
    for _ in range(steps):
        state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        at += 1 if state >> 31 else -1
    out[i] = at


def reference(seed, steps, n):
    state = (seed + 7919 * np.arange(n)) & 0xFFFFFFFF
    at = np.zeros(n, np.int64)
    for _ in range(steps):
        state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        at += np.where(state >> 31, 1, -1)
    return at


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 42,
    "args": [("seed", "12345"), ("steps", "20"), ("out", "np.zeros(64, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "reference(seed, steps, 64)"}},
}
