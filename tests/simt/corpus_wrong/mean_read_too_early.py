"""Thread 0 has not written the mean yet."""
from numba import cuda, float32
@cuda.jit
def kernel(a, out):
    mean = cuda.shared.array(1, float32)
    t = cuda.threadIdx.x
    if t == 0:
        m = 0.
        for j in range(a.size): m += a[j]
        mean[0] = m / a.size
    out[t] = a[t] - mean[0]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("a", "np.arange(64.)"),
             ("out", "np.zeros(64)")],
    "expected": {"kind": "data_race",
                 "want": {"out": "a - a.mean()"},
                 "findings": [{"key": "data_race.write_read", "line": 11, "at": "out[t] = a[t] - mean[0]", "severity": "error"}]},
}
