"""A product of matrices through tiles of 16 by 16."""
from numba import cuda, float32


@cuda.jit(lineinfo=True)
def kernel(a, b, out):
    ta = cuda.shared.array((16, 16), float32)
    tb = cuda.shared.array((16, 16), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    x, y = cuda.grid(2)
    total = float32(0)
    for start in range(0, a.shape[1], 16):
        ta[ty, tx] = a[y, start + tx]
        tb[ty, tx] = b[start + ty, x]
        cuda.syncthreads()
        for k in range(16):
            total += ta[ty, k] * tb[k, tx]
        cuda.syncthreads()
    out[y, x] = total


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (4, 4), "block": (16, 16)},
    "seed": 1,
    "args": [
        ("a", "rng.integers(0, 9, (64, 64)).astype(np.float32)"),
        ("b", "rng.integers(0, 9, (64, 64)).astype(np.float32)"),
        ("out", "np.zeros((64, 64), np.float32)"),
    ],
    "expected": {"values": {"out": "a @ b"}},
}
