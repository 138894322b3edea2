"""Eight bytes a lane in shared memory."""
from numba import cuda, float64


@cuda.jit(lineinfo=True)
def kernel(a, out):
    tile = cuda.shared.array(128, float64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    tile[t] = a[i]
    cuda.syncthreads()
    out[i] = tile[127 - t]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (4,), "block": (128,)},
    "seed": 1,
    "args": [
        ("a", "rng.random(512)"),
        ("out", "np.zeros(512)"),
    ],
    "expected": {"values": {"out": "a.reshape(4, 128)[:, ::-1].ravel()"}},
}
