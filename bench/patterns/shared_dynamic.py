"""Dynamic shared memory, as much as the launch asks for."""
from numba import cuda, float32


@cuda.jit(lineinfo=True)
def kernel(a, out):
    tile = cuda.shared.array(0, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    tile[t] = a[i]
    cuda.syncthreads()
    out[i] = tile[t ^ 1]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (4,), "block": (128,), "shared_bytes": 512},
    "seed": 1,
    "args": [
        ("a", "rng.random(512, np.float32)"),
        ("out", "np.zeros(512, np.float32)"),
    ],
    "expected": {"values": {"out": "a.reshape(256, 2)[:, ::-1].ravel()"}},
}
