"""Whole warps go different ways."""
from numba import cuda


@cuda.jit(lineinfo=True)
def kernel(a, out):
    i = cuda.grid(1)
    if i < out.size:
        if i // 32 % 2 == 0:
            out[i] = a[i] + a[out.size - 1 - i]
        else:
            out[i] = a[i ^ 1]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (16,), "block": (256,)},
    "seed": 1,
    "args": [
        ("a", "rng.random(4096, np.float32)"),
        ("out", "np.zeros(4096, np.float32)"),
    ],
    "expected": {"values": {"out": "np.where(np.arange(4096) // 32 % 2 == 0, a + a[::-1], a.reshape(-1, 2)[:, ::-1].ravel())"}},
}
