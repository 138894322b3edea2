"""A guard that ends in the middle of a warp."""
from numba import cuda


@cuda.jit(lineinfo=True)
def kernel(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (40,), "block": (256,)},
    "seed": 1,
    "args": [
        ("a", "rng.random(10007, np.float32)"),
        ("out", "np.zeros(10007, np.float32)"),
    ],
    "expected": {"values": {"out": "a"}},
}
