"""The function's index is one too large for the last thread."""
from numba import cuda
@cuda.jit(device=True)
def get(a, i):
    return a[i]
@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = get(a, i) + get(a, i + 1)


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "np.arange(32.)"),
             ("out", "np.zeros(32)")],
    "expected": {"kind": "out_of_bounds",
                 "want": {"out": "a + np.append(a[1:], 0)"},
                 "findings": [{"key": "out_of_bounds.read", "line": 5, "at": "return a[i]", "severity": "error"}]},
}
