"""Five points of a plane."""
from numba import cuda


@cuda.jit(lineinfo=True)
def kernel(a, out):
    x, y = cuda.grid(2)
    if 0 < x < a.shape[1] - 1 and 0 < y < a.shape[0] - 1:
        out[y, x] = a[y, x] + a[y, x - 1] + a[y, x + 1] + a[y - 1, x] + a[y + 1, x]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (3, 12), "block": (32, 8)},
    "seed": 1,
    "args": [
        ("a", "rng.integers(0, 99, (96, 96)).astype(np.float32)"),
        ("out", "np.zeros((96, 96), np.float32)"),
    ],
    "expected": {"values": {"out": "np.pad(a[1:-1, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] + a[:-2, 1:-1] + a[2:, 1:-1], 1)"}},
}
