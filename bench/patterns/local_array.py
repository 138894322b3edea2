"""A local array with indices known at run time."""
from numba import cuda, float32


@cuda.jit(lineinfo=True)
def kernel(a, n, out):
    own = cuda.local.array(8, float32)
    i = cuda.grid(1)
    if i < out.size:
        for k in range(8):
            own[k] = a[8 * i + k]
        out[i] = own[i % 8] + own[n]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (4,), "block": (256,)},
    "seed": 1,
    "args": [
        ("a", "rng.random(8192, np.float32)"),
        ("n", "3"),
        ("out", "np.zeros(1024, np.float32)"),
    ],
    "expected": {"values": {"out": "a.reshape(1024, 8)[np.arange(1024), np.arange(1024) % 8] + a[3::8]"}},
}
