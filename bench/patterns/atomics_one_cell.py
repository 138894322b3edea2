"""All threads add to one cell."""
from numba import cuda


@cuda.jit(lineinfo=True)
def kernel(a, out):
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.add(out, 0, a[i])


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (16,), "block": (256,)},
    "seed": 1,
    "args": [
        ("a", "rng.integers(0, 9, 4096).astype(np.int32)"),
        ("out", "np.zeros(1, np.int32)"),
    ],
    "expected": {"values": {"out": "a.sum(keepdims=True)"}},
}
