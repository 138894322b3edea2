"""Odd and even lanes go different ways, with a loop on one of them."""
from numba import cuda, float32


@cuda.jit(lineinfo=True)
def kernel(a, n, out):
    i = cuda.grid(1)
    if i < out.size:
        if i % 2 == 0:
            total = float32(0)
            for k in range(n):
                total += a[(i + k) % a.size]
            out[i] = total
        else:
            out[i] = a[i]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (16,), "block": (256,)},
    "seed": 1,
    "args": [
        ("a", "rng.random(4096, np.float32)"),
        ("n", "5"),
        ("out", "np.zeros(4096, np.float32)"),
    ],
    "expected": {"values": {"out": "np.where(np.arange(4096) % 2 == 0, sum(np.roll(a, -k) for k in range(5)), a)"}},
}
