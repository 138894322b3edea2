"""The mask reaches past the end."""
from numba import cuda
import numpy as np
M = np.array([1., 2., 1.])
@cuda.jit
def kernel(a, out):
    m = cuda.const.array_like(M)
    i = cuda.grid(1)
    s = 0.
    for j in range(len(M)):
        s += a[i + j] * m[j]
    out[i] = s


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "np.arange(32.)"),
             ("out", "np.zeros(32)")],
    "expected": {"kind": "out_of_bounds",
                 "want": {"out": "a + 2 * np.append(a[1:], 0) + np.append(a[2:], [0, 0])"},
                 "findings": [{"key": "out_of_bounds.read", "line": 11, "at": "s += a[i + j] * m[j]", "severity": "error"}]},
}
