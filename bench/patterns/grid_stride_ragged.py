"""A loop over the grid, in which one lane has a round more."""
from numba import cuda


@cuda.jit(lineinfo=True)
def kernel(factor, a, out):
    for i in range(cuda.grid(1), out.size, cuda.gridsize(1)):
        out[i] = factor * a[i]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (8,), "block": (256,)},
    "seed": 1,
    "args": [
        ("factor", "np.float32(2)"),
        ("a", "rng.random(16385, np.float32)"),
        ("out", "np.zeros(16385, np.float32)"),
    ],
    "expected": {"values": {"out": "2 * a"}},
}
