"""A thread that has finished returns in the loop; its block goes on with barriers."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(steps, out):
    t = cuda.threadIdx.x
    for k in range(4):
        if k == steps[t]:
            return
        cuda.syncthreads()
        out[t] += 1


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("steps", "np.arange(32) % 5"),
             ("out", "np.zeros(32, np.int64)")],
    "expected": {"kind": "barrier_divergence",
                 "findings": [{"key": "barrier_divergence.exited", "line": 12, "at": "cuda.syncthreads()", "severity": "warning"}]},
}
