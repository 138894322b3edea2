"""An element that a loop writes every round."""
from numba import cuda


@cuda.jit(lineinfo=True)
def kernel(a, n, out):
    i = cuda.grid(1)
    if i < out.size:
        for k in range(n):
            out[i] += a[i]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (16,), "block": (256,)},
    "seed": 1,
    "args": [
        ("a", "rng.integers(0, 9, 4096).astype(np.float32)"),
        ("n", "8"),
        ("out", "np.zeros(4096, np.float32)"),
    ],
    "expected": {"values": {"out": "8 * a"}},
}
