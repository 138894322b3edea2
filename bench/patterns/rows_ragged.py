"""Rows that do not end with a sector, in blocks of 16 by 16."""
from numba import cuda


@cuda.jit(lineinfo=True)
def kernel(a, out):
    x, y = cuda.grid(2)
    if x < a.shape[1] and y < a.shape[0]:
        out[y, x] = a[y, x]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (7, 7), "block": (16, 16)},
    "seed": 1,
    "args": [
        ("a", "rng.random((100, 101), np.float32)"),
        ("out", "np.zeros((100, 101), np.float32)"),
    ],
    "expected": {"values": {"out": "a"}},
}
