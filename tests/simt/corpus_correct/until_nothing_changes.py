"""Labels spread over a chain until a voting barrier says that no thread changed any."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(linked, out):
    label = cuda.shared.array(64, int32)
    t = cuda.threadIdx.x
    label[t] = t
    changed = 1
    while changed:
        cuda.syncthreads()
        mine = label[t]
        if t > 0 and linked[t - 1]:
            mine = min(mine, label[t - 1])
        if t < 63 and linked[t]:
            mine = min(mine, label[t + 1])
        changed = cuda.syncthreads_or(int32(mine != label[t]))
        label[t] = mine
    out[t] = label[t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 16,
    "args": [("linked", "rng.random(63) < 0.7"), ("out", "np.zeros(64, np.int32)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "np.maximum.accumulate(np.where(np.r_[True, ~linked], np.arange(64), 0))"}},
}
