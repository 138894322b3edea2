"""Two bytes a lane, floats."""
from numba import cuda


@cuda.jit(lineinfo=True)
def kernel(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (64,), "block": (256,)},
    "seed": 1,
    "args": [
        ("a", "rng.integers(0, 99, 16384).astype(np.float16)"),
        ("out", "np.zeros(16384, np.float16)"),
    ],
    "expected": {"values": {"out": "a"}},
}
