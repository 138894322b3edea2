"""A table of the module with two axes, as constant memory."""
from numba import cuda
import numpy as np

TABLE = np.arange(12, dtype=np.int32).reshape(3, 4) ** 2


@cuda.jit
def kernel(r, c, out):
    table = cuda.const.array_like(TABLE)
    i = cuda.grid(1)
    if i < out.size:
        out[i] = table[r[i], c[i]]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 72,
    "args": [("r", "rng.integers(0, 3, 40)"), ("c", "rng.integers(0, 4, 40)"), ("out", "np.zeros(40, np.int32)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "TABLE[r, c]"}},
}
