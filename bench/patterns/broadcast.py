"""All threads read one element."""
from numba import cuda


@cuda.jit(lineinfo=True)
def kernel(a, factor, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * factor[0]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (64,), "block": (256,)},
    "seed": 1,
    "args": [
        ("a", "rng.random(16384, np.float32)"),
        ("factor", "np.array([2.0], np.float32)"),
        ("out", "np.zeros(16384, np.float32)"),
    ],
    "expected": {"values": {"out": "a * 2"}},
}
