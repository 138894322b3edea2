"""Local memory holds anything at first."""
from numba import cuda, float32
@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    h = cuda.local.array(4, float32)
    for j in range(a.size):
        h[a[j]] += 1
    for b in range(4):
        cuda.atomic.add(out, b, h[b])


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "np.arange(32) % 4"),
             ("out", "np.zeros(4,np.float32)")],
    "expected": {"kind": "uninitialized_read",
                 "want": {"out": "32 * np.bincount(a, minlength=4)"},
                 "findings": [{"key": "uninitialized_read.local", "line": 8, "at": "h[a[j]] += 1", "severity": "error"}]},
}
