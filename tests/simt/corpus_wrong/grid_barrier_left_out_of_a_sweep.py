"""One grid barrier a round is too few: the second half reads what the first has yet to write."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(u, v):
    grid = cuda.cg.this_grid()
    i = cuda.grid(1)
    for _ in range(2):
        if 0 < i < u.size - 1:
            v[i] = u[i - 1] + u[i + 1]
        if 0 < i < u.size - 1:
            u[i] = v[i - 1] + v[i + 1]
        grid.sync()


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (32,)},
    "seed": 1,
    "args": [("u", "rng.integers(0, 9, 90)"),
             ("v", "u.copy()")],
    "expected": {"kind": "data_race",
                 "findings": [{"key": "data_race", "line": 14, "at": "u[i] = v[i - 1] + v[i + 1]", "severity": "error"},
                              {"key": "data_race", "line": 14, "at": "u[i] = v[i - 1] + v[i + 1]", "severity": "error"}]},
}
