"""One byte of every 64."""
from numba import cuda


@cuda.jit(lineinfo=True)
def kernel(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[64 * i]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (4,), "block": (256,)},
    "seed": 1,
    "args": [
        ("a", "rng.integers(0, 99, 64 * 1024).astype(np.uint8)"),
        ("out", "np.zeros(1024, np.uint8)"),
    ],
    "expected": {"values": {"out": "a[::64]"}},
}
