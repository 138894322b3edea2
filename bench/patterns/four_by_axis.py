"""Four floats in a row by a second axis."""
from numba import cuda


@cuda.jit(lineinfo=True)
def kernel(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i, 0] + a[i, 1] + a[i, 2] + a[i, 3]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (16,), "block": (256,)},
    "seed": 1,
    "args": [
        ("a", "rng.random((4096, 4), np.float32)"),
        ("out", "np.zeros(4096, np.float32)"),
    ],
    "expected": {"values": {"out": "a.sum(1)"}},
}
