"""Floats added to eight cells."""
from numba import cuda


@cuda.jit(lineinfo=True)
def kernel(a, out):
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.add(out, i % 8, a[i])


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (16,), "block": (256,)},
    "seed": 1,
    "args": [
        ("a", "rng.integers(0, 9, 4096).astype(np.float32)"),
        ("out", "np.zeros(8, np.float32)"),
    ],
    "expected": {"values": {"out": "a.reshape(512, 8).sum(0)"}},
}
