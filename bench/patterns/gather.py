"""Reads wherever an index array says."""
from numba import cuda


@cuda.jit(lineinfo=True)
def kernel(a, where, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[where[i]]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (16,), "block": (256,)},
    "seed": 1,
    "args": [
        ("a", "rng.random(4096, np.float32)"),
        ("where", "rng.integers(0, 4096, 4096).astype(np.int32)"),
        ("out", "np.zeros(4096, np.float32)"),
    ],
    "expected": {"values": {"out": "a[where]"}},
}
