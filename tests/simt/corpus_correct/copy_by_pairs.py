"""Two float32 at a time, as one complex64."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(pairs, out):
    i = cuda.grid(1)
    if i < pairs.size:
        out[i] = pairs[i]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (64,)},
    "seed": 27,
    "args": [("pairs", "rng.random(200).astype(np.float32).view(np.complex64)"), ("out", "np.zeros(100, np.complex64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "pairs"}},
}
