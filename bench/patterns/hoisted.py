"""An element that does not change in a loop."""
from numba import cuda, float32


@cuda.jit(lineinfo=True)
def kernel(a, n, out):
    i = cuda.grid(1)
    if i < out.size:
        total = float32(0)
        for k in range(n):
            total += a[i]
        out[i] = total


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (16,), "block": (256,)},
    "seed": 1,
    "args": [
        ("a", "rng.random(4096, np.float32)"),
        ("n", "8"),
        ("out", "np.zeros(4096, np.float32)"),
    ],
    "expected": {"values": {"out": "8 * a"}},
}
