"""A structure of arrays: the same two fields, each a row of its own."""
from numba import cuda


@cuda.jit(lineinfo=True)
def kernel(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[0, i] + a[2, i]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (16,), "block": (256,)},
    "seed": 1,
    "args": [
        ("a", "rng.random((3, 4096), np.float32)"),
        ("out", "np.zeros(4096, np.float32)"),
    ],
    "expected": {"values": {"out": "a[0] + a[2]"}},
}
