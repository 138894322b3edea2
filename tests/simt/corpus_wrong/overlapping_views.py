"""Both dynamic arrays begin at byte 0."""
from numba import cuda, int32, float32
import numpy as np


@cuda.jit
def kernel(vals, keys, out):
    sv = cuda.shared.array(0, float32)
    sk = cuda.shared.array(0, int32)
    t = cuda.threadIdx.x
    sv[t] = vals[t]
    sk[31 - t] = keys[t]
    cuda.syncthreads()
    out[t] = sv[t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,), "shared_bytes": 256},
    "seed": 1,
    "args": [("vals", "rng.random(32).astype(np.float32)"),
             ("keys", "rng.integers(1, 32, 32).astype(np.int32)"),
             ("out", "np.zeros(32, np.float32)")],
    "expected": {"kind": "data_race",
                 "want": {"out": "vals"},
                 "findings": [{"key": "data_race.write_write", "line": 12, "at": "sk[31 - t] = keys[t]", "severity": "error", "other": 11}]},
}
