"""Four floats in a row by a view of the array."""
from numba import cuda


@cuda.jit(lineinfo=True)
def kernel(a, out):
    i = cuda.grid(1)
    if i < out.size:
        four = a[4 * i : 4 * i + 4]
        out[i] = four[0] + four[1] + four[2] + four[3]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (16,), "block": (256,)},
    "seed": 1,
    "args": [
        ("a", "rng.random(16384, np.float32)"),
        ("out", "np.zeros(4096, np.float32)"),
    ],
    "expected": {"values": {"out": "a.reshape(4096, 4).sum(1)"}},
}
