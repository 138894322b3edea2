"""A tile of 32 columns, read by columns."""
from numba import cuda, float32


@cuda.jit(lineinfo=True)
def kernel(a, out):
    tile = cuda.shared.array((32, 32), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    tile[ty, tx] = a[cuda.blockIdx.y * 32 + ty, cuda.blockIdx.x * 32 + tx]
    cuda.syncthreads()
    out[cuda.blockIdx.x * 32 + ty, cuda.blockIdx.y * 32 + tx] = tile[tx, ty]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (2, 2), "block": (32, 32)},
    "seed": 1,
    "args": [
        ("a", "rng.random((64, 64), np.float32)"),
        ("out", "np.zeros((64, 64), np.float32)"),
    ],
    "expected": {"values": {"out": "a.T"}},
}
