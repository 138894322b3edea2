"""0.1 ten times is not 1.0."""
from numba import cuda
@cuda.jit
def kernel(out):
    i = cuda.grid(1)
    x = 0.0
    while x != 1.0:
        x += 0.1
    out[i] = x


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1, "steps": 2000,
    "args": [("out", "np.zeros(32)")],
    "expected": {"kind": "timeout",
                 "findings": [{"key": "timeout.variables", "line": 7, "at": "while x != 1.0:", "severity": "error"}]},
}
