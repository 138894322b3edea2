"""An inclusive scan: shuffles up within warps, then the warps' totals are scanned by the first warp."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(a, out):
    totals = cuda.shared.array(32, int32)
    t = cuda.threadIdx.x
    lane = t % 32
    warp = t // 32
    i = cuda.grid(1)
    v = a[i]
    step = 1
    while step < 32:
        left = cuda.shfl_up_sync(0xFFFFFFFF, v, step)
        if lane >= step:
            v += left
        step *= 2
    if lane == 31:
        totals[warp] = v
    cuda.syncthreads()
    if warp == 0:
        total = totals[lane] if lane < cuda.blockDim.x // 32 else int32(0)
        for k in (1, 2, 4, 8, 16):
            left = cuda.shfl_up_sync(0xFFFFFFFF, total, k)
            if lane >= k:
                total += left
        totals[lane] = total
    cuda.syncthreads()
    if warp > 0:
        v += totals[warp - 1]
    out[i] = v


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (160,)},
    "seed": 3,
    "args": [("a", "rng.integers(0, 99, 320).astype(np.int32)"), ("out", "np.zeros(320, np.int32)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "np.cumsum(a.reshape(2, 160), 1).reshape(-1)"}},
}
