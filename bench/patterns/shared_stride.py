"""Every 8th element of shared memory: eight lanes a bank."""
from numba import cuda, float32


@cuda.jit(lineinfo=True)
def kernel(a, out):
    tile = cuda.shared.array(1024, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    tile[8 * t] = a[i]
    cuda.syncthreads()
    out[i] = tile[8 * (127 - t)]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (4,), "block": (128,)},
    "seed": 1,
    "args": [
        ("a", "rng.random(512, np.float32)"),
        ("out", "np.zeros(512, np.float32)"),
    ],
    "expected": {"values": {"out": "a.reshape(4, 128)[:, ::-1].ravel()"}},
}
