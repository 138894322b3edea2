"""All lanes of a warp read one element of shared memory."""
from numba import cuda, float32


@cuda.jit(lineinfo=True)
def kernel(a, out):
    tile = cuda.shared.array(256, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    tile[t] = a[i]
    cuda.syncthreads()
    out[i] = tile[t // 32]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (4,), "block": (256,)},
    "seed": 1,
    "args": [
        ("a", "rng.random(1024, np.float32)"),
        ("out", "np.zeros(1024, np.float32)"),
    ],
    "expected": {"values": {"out": "a.reshape(4, 256)[:, np.arange(256) // 32].ravel()"}},
}
