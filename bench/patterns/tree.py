"""A sum by halves in shared memory."""
from numba import cuda, float32


@cuda.jit(lineinfo=True)
def kernel(a, out):
    tile = cuda.shared.array(256, float32)
    t = cuda.threadIdx.x
    tile[t] = a[cuda.grid(1)]
    cuda.syncthreads()
    step = 128
    while step > 0:
        if t < step:
            tile[t] += tile[t + step]
        cuda.syncthreads()
        step //= 2
    if t == 0:
        out[cuda.blockIdx.x] = tile[0]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (8,), "block": (256,)},
    "seed": 1,
    "args": [
        ("a", "rng.integers(0, 9, 2048).astype(np.float32)"),
        ("out", "np.zeros(8, np.float32)"),
    ],
    "expected": {"values": {"out": "a.reshape(8, 256).sum(1)"}},
}
