"""Three floats in a row for each lane of shared memory: no two lanes meet in a bank."""
from numba import cuda, float32


@cuda.jit(lineinfo=True)
def kernel(a, out):
    tile = cuda.shared.array((128, 3), float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    for k in range(3):
        tile[t, k] = a[i, k]
    cuda.syncthreads()
    out[i] = tile[127 - t, 0] + tile[t, 1] + tile[t ^ 1, 2]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (4,), "block": (128,)},
    "seed": 1,
    "args": [
        ("a", "rng.integers(0, 9, (512, 3)).astype(np.float32)"),
        ("out", "np.zeros(512, np.float32)"),
    ],
    "expected": {"values": {"out": "(lambda b: b[:, ::-1, 0] + b[:, :, 1] + b.reshape(4, 64, 2, 3)[:, :, ::-1, 2].reshape(4, 128))(a.reshape(4, 128, 3)).ravel()"}},
}
