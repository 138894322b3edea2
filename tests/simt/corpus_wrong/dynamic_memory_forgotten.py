"""The launch gives no dynamic memory."""
from numba import cuda, float32
@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(0, float32)
    t = cuda.threadIdx.x
    s[t] = a[t]
    cuda.syncthreads()
    out[t] = s[31 - t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "np.arange(32.)"),
             ("out", "np.zeros(32)")],
    "expected": {"kind": "out_of_bounds",
                 "want": {"out": "a[::-1]"},
                 "findings": [{"key": "out_of_bounds.unreserved", "line": 7, "at": "s[t] = a[t]", "severity": "error"},
                              {"key": "out_of_bounds.unreserved", "line": 9, "at": "out[t] = s[31 - t]", "severity": "error"}]},
}
