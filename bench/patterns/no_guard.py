"""As many threads as elements, and no guard."""
from numba import cuda


@cuda.jit(lineinfo=True)
def kernel(a, out):
    i = cuda.grid(1)
    out[i] = a[i]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (64,), "block": (256,)},
    "seed": 1,
    "args": [
        ("a", "rng.random(16384, np.float32)"),
        ("out", "np.zeros(16384, np.float32)"),
    ],
    "expected": {"values": {"out": "a"}},
}
