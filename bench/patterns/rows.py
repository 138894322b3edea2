"""Two axes, x along the rows."""
from numba import cuda


@cuda.jit(lineinfo=True)
def kernel(a, out):
    x, y = cuda.grid(2)
    if x < a.shape[1] and y < a.shape[0]:
        out[y, x] = a[y, x]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (3, 16), "block": (32, 8)},
    "seed": 1,
    "args": [
        ("a", "rng.random((128, 96), np.float32)"),
        ("out", "np.zeros((128, 96), np.float32)"),
    ],
    "expected": {"values": {"out": "a"}},
}
