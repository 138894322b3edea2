"""Reads rows, writes columns."""
from numba import cuda


@cuda.jit(lineinfo=True)
def kernel(a, out):
    x, y = cuda.grid(2)
    if x < a.shape[1] and y < a.shape[0]:
        out[x, y] = a[y, x]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (4, 16), "block": (32, 8)},
    "seed": 1,
    "args": [
        ("a", "rng.random((128, 128), np.float32)"),
        ("out", "np.zeros((128, 128), np.float32)"),
    ],
    "expected": {"values": {"out": "a.T"}},
}
