"""Neighbouring threads, neighbouring elements."""
from numba import cuda


@cuda.jit(lineinfo=True)
def kernel(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (64,), "block": (256,)},
    "seed": 1,
    "args": [
        ("a", "rng.random(16384, np.float32)"),
        ("b", "rng.random(16384, np.float32)"),
        ("out", "np.zeros(16384, np.float32)"),
    ],
    "expected": {"values": {"out": "a + b"}},
}
