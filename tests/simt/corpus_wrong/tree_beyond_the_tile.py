"""The first step of the tree reaches past a tile of 48."""
from numba import cuda, int64
@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(48, int64)
    t = cuda.threadIdx.x
    s[t] = a[t]
    cuda.syncthreads()
    d = 32
    while d > 0:
        if t < d:
            s[t] += s[t + d]
        cuda.syncthreads()
        d //= 2
    if t == 0: out[0] = s[0]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (48,)},
    "seed": 1,
    "args": [("a", "np.arange(48)"),
             ("out", "np.zeros(1,np.int64)")],
    "expected": {"kind": "out_of_bounds",
                 "want": {"out": "a.sum(keepdims=True)"},
                 "findings": [{"key": "out_of_bounds.shared", "line": 12, "at": "s[t] += s[t + d]", "severity": "error"}]},
}
