"""cuda.syncthreads without a call does nothing."""
from numba import cuda, float32
@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(32, float32)
    i = cuda.grid(1)
    s[i] = a[i]
    cuda.syncthreads
    out[i] = s[31 - i]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "np.arange(32)"),
             ("out", "np.zeros(32)")],
    "expected": {"kind": "data_race",
                 "want": {"out": "a[::-1]"},
                 "findings": [{"key": "data_race.write_read", "line": 9, "at": "out[i] = s[31 - i]", "severity": "error"}]},
}
