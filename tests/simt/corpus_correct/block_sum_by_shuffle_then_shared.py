"""Shuffles within warps, a slot of shared memory a warp, and shuffles again in the first warp."""
from numba import cuda, float32
import numpy as np


@cuda.jit
def kernel(a, out):
    part = cuda.shared.array(32, float32)
    t = cuda.threadIdx.x
    v = a[cuda.grid(1)]
    for step in (16, 8, 4, 2, 1):
        v += cuda.shfl_xor_sync(0xFFFFFFFF, v, step)
    if t % 32 == 0:
        part[t // 32] = v
    cuda.syncthreads()
    if t < 32:
        v = part[t] if t < cuda.blockDim.x // 32 else float32(0)
        for step in (16, 8, 4, 2, 1):
            v += cuda.shfl_down_sync(0xFFFFFFFF, v, step)
        if t == 0:
            out[cuda.blockIdx.x] = v


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (128,)},
    "seed": 2,
    "args": [("a", "rng.integers(0, 99, 384).astype(np.float32)"), ("out", "np.zeros(3, np.float32)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "a.reshape(3, 128).sum(1)"}},
}
