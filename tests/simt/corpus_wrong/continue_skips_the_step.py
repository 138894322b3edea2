"""continue goes past the step to the next element."""
from numba import cuda
@cuda.jit
def kernel(a):
    i = cuda.grid(1)
    while i < a.size:
        if a[i] < 0:
            continue
        a[i] += 1
        i += cuda.gridsize(1)


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1, "steps": 2000,
    "args": [("a", "np.arange(-5, 60)")],
    "expected": {"kind": "timeout",
                 "findings": [{"key": "timeout.variables", "line": 6, "at": "while i < a.size:", "severity": "error"}]},
}
