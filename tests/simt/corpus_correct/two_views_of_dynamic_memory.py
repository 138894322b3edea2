"""Two typed views of one allocation that do not overlap."""
from numba import cuda, int32, float32
import numpy as np


@cuda.jit
def kernel(vals, keys, out):
    n = cuda.blockDim.x
    sv = cuda.shared.array(0, float32)
    sk = cuda.shared.array(0, int32)[n:]
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    sv[t] = vals[i]
    sk[t] = keys[i]
    cuda.syncthreads()
    out[i] = sv[sk[t]]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,), "shared_bytes": 256},
    "seed": 1,
    "args": [("vals", "rng.random(64).astype(np.float32)"),
             ("keys", "rng.integers(0, 32, 64).astype(np.int32)"),
             ("out", "np.zeros(64, np.float32)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "vals.reshape(2, 32)[np.arange(2)[:, None], keys.reshape(2, 32)].ravel()"}},
}
