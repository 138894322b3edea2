"""Three axes, the last one along x."""
from numba import cuda


@cuda.jit(lineinfo=True)
def kernel(a, out):
    x, y, z = cuda.grid(3)
    if x < a.shape[2] and y < a.shape[1] and z < a.shape[0]:
        out[z, y, x] = a[z, y, x]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (5, 3, 4), "block": (8, 4, 2)},
    "seed": 1,
    "args": [
        ("a", "rng.random((8, 12, 40), np.float32)"),
        ("out", "np.zeros((8, 12, 40), np.float32)"),
    ],
    "expected": {"values": {"out": "a"}},
}
