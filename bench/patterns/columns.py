"""Two axes, x along the columns."""
from numba import cuda


@cuda.jit(lineinfo=True)
def kernel(a, out):
    x, y = cuda.grid(2)
    if x < a.shape[0] and y < a.shape[1]:
        out[x, y] = a[x, y]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (4, 12), "block": (32, 8)},
    "seed": 1,
    "args": [
        ("a", "rng.random((128, 96), np.float32)"),
        ("out", "np.zeros((128, 96), np.float32)"),
    ],
    "expected": {"values": {"out": "a"}},
}
