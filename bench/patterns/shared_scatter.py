"""Cells of shared memory in an order by chance."""
from numba import cuda, float32


@cuda.jit(lineinfo=True)
def kernel(a, where, out):
    tile = cuda.shared.array(256, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    tile[where[t]] = a[i]
    cuda.syncthreads()
    out[i] = tile[t]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (4,), "block": (256,)},
    "seed": 1,
    "args": [
        ("a", "rng.random(1024, np.float32)"),
        ("where", "rng.permutation(256).astype(np.int32)"),
        ("out", "np.zeros(1024, np.float32)"),
    ],
    "expected": {"values": {"out": "a.reshape(4, 256)[:, np.argsort(where)].ravel()"}},
}
