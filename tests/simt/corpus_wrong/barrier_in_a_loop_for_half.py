"""The condition lets half of the block into the loop with the barrier."""
from numba import cuda, int64
@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(64, int64)
    t = cuda.threadIdx.x
    s[t] = a[t]
    cuda.syncthreads()
    d = cuda.blockDim.x // 2
    while t < d:
        s[t] += s[t + d]
        cuda.syncthreads()
        d //= 2
    if t == 0: out[0] = s[0]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("a", "np.arange(64)"),
             ("out", "np.zeros(1,np.int64)")],
    "expected": {"kind": "barrier_divergence",
                 "want": {"out": "a.sum(keepdims=True)"},
                 "findings": [{"key": "barrier_divergence.missing", "line": 12, "at": "cuda.syncthreads()", "severity": "error"}]},
}
