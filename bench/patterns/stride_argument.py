"""A step that the compiler does not know."""
from numba import cuda


@cuda.jit(lineinfo=True)
def kernel(a, step, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[step * i]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (16,), "block": (256,)},
    "seed": 1,
    "args": [
        ("a", "rng.random(20480, np.float32)"),
        ("step", "5"),
        ("out", "np.zeros(4096, np.float32)"),
    ],
    "expected": {"values": {"out": "a[::5]"}},
}
