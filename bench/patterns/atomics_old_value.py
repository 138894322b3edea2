"""The old value of a counter is used."""
from numba import cuda


@cuda.jit(lineinfo=True)
def kernel(a, count, out):
    i = cuda.grid(1)
    if i < a.size:
        out[cuda.atomic.add(count, 0, 1)] = 7


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (8,), "block": (256,)},
    "seed": 1,
    "args": [
        ("a", "rng.random(2048, np.float32)"),
        ("count", "np.zeros(1, np.int32)"),
        ("out", "np.zeros(2048, np.float32)"),
    ],
    "expected": {"values": {"count": "np.array([2048])"}},
}
