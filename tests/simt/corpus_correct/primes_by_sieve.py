"""Everyone crosses out the multiples of a number; a cell may be crossed out twice, by the same value: a warning."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(prime):
    k = cuda.grid(1) + 2
    if k * k < prime.size:
        for m in range(k * k, prime.size, k):
            prime[m] = 0


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 67,
    "args": [("prime", "np.ones(120, np.uint8)")],
    "expected": {"kind": "ok",
                 "values": {"prime": "np.array([1 if k < 2 or all(k % d for d in range(2, k)) else 0 for k in range(120)])"},
                 "findings": [{"key": "data_race", "line": 11, "at": "prime[m] = 0", "severity": "warning"}]},
}
