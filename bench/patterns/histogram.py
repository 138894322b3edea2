"""Bins in shared memory, then in global memory."""
from numba import cuda, int32


@cuda.jit(lineinfo=True)
def kernel(a, out):
    bins = cuda.shared.array(64, int32)
    t = cuda.threadIdx.x
    if t < 64:
        bins[t] = 0
    cuda.syncthreads()
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.add(bins, a[i], 1)
    cuda.syncthreads()
    if t < 64:
        cuda.atomic.add(out, t, bins[t])


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (16,), "block": (256,)},
    "seed": 1,
    "args": [
        ("a", "rng.integers(0, 64, 4096).astype(np.int32)"),
        ("out", "np.zeros(64, np.int32)"),
    ],
    "expected": {"values": {"out": "np.bincount(a, minlength=64)"}},
}
