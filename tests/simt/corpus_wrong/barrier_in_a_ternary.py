"""The function with the barrier is called by those who need its value, and by nobody else."""
from numba import cuda
import numpy as np


@cuda.jit(device=True)
def wait(v):
    cuda.syncthreads()
    return v


@cuda.jit
def kernel(a, out):
    t = cuda.threadIdx.x
    out[t] = wait(a[t]) if t < 16 else 0


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("a", "np.arange(64)"),
             ("out", "np.zeros(64, np.int64)")],
    "expected": {"kind": "barrier_divergence",
                 "findings": [{"key": "barrier_divergence.missing", "line": 8, "at": "cuda.syncthreads()", "severity": "error"}]},
}
