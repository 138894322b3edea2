"""A loop that every lane leaves after a count of its own."""
from numba import cuda


@cuda.jit(lineinfo=True)
def kernel(a, out):
    i = cuda.grid(1)
    if i < out.size:
        k = 0
        while k < i % 7:
            k += a[i]
        out[i] = k


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (16,), "block": (256,)},
    "seed": 1,
    "args": [
        ("a", "np.ones(4096, np.int32)"),
        ("out", "np.zeros(4096, np.int32)"),
    ],
    "expected": {"values": {"out": "np.arange(4096) % 7"}},
}
