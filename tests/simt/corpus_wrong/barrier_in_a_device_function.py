"""Half the block calls a function that waits."""
from numba import cuda, float32
@cuda.jit(device=True)
def wait():
    cuda.syncthreads()
@cuda.jit
def kernel(out):
    t = cuda.threadIdx.x
    if t % 2 == 0:
        wait()
    out[t] = t


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("out", "np.zeros(32,np.float32)")],
    "expected": {"kind": "barrier_divergence",
                 "want": {"out": "np.arange(32)"},
                 "findings": [{"key": "barrier_divergence.missing", "line": 5, "at": "cuda.syncthreads()", "severity": "error"}]},
}
