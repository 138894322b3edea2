"""Every warp begins one element behind a sector."""
from numba import cuda


@cuda.jit(lineinfo=True)
def kernel(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i + 1]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (64,), "block": (256,)},
    "seed": 1,
    "args": [
        ("a", "rng.random(16385, np.float32)"),
        ("out", "np.zeros(16384, np.float32)"),
    ],
    "expected": {"values": {"out": "a[1:]"}},
}
