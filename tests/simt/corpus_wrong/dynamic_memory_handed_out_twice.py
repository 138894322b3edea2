"""Two arrays of dynamic memory are the same memory."""
from numba import cuda, float32
@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(0, float32)
    r = cuda.shared.array(0, float32)
    t = cuda.threadIdx.x
    s[t] = a[t]
    r[31 - t] = a[t]
    cuda.syncthreads()
    out[t] = s[t] + r[t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,), "shared_bytes": 128},
    "seed": 1,
    "args": [("a", "np.arange(32.)"),
             ("out", "np.zeros(32)")],
    "expected": {"kind": "data_race",
                 "want": {"out": "a + a[::-1]"},
                 "findings": [{"key": "data_race.write_write", "line": 9, "at": "r[31 - t] = a[t]", "severity": "error"}]},
}
