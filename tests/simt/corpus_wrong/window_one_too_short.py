"""Four values go into a local array of three."""
from numba import cuda, float32
@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    w = cuda.local.array(3, float32)
    for j in range(4):
        w[j] = a[j]
    out[i] = w[0] + w[1] + w[2]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "np.arange(40.)"),
             ("out", "np.zeros(32)")],
    "expected": {"kind": "out_of_bounds",
                 "want": {"out": "np.full(32, 3.0)"},
                 "findings": [{"key": "out_of_bounds.local", "line": 8, "at": "w[j] = a[j]", "severity": "error"}]},
}
