"""A best value for each weight, item by item, between two arrays in global memory and one block."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(weight, value, best):
    w = cuda.threadIdx.x
    for k in range(weight.size):
        now, then = k % 2, (k + 1) % 2
        most = best[now, w]
        if w >= weight[k]:
            most = max(most, best[now, w - weight[k]] + value[k])
        best[then, w] = most
        cuda.syncthreads()


def reference(weight, value, n):
    best = np.zeros(n, np.int64)
    for w, v in zip(weight, value):
        best[w:] = np.maximum(best[w:], best[: n - w] + v)
    return best


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 63,
    "args": [("weight", "rng.integers(1, 20, 8)"), ("value", "rng.integers(1, 50, 8)"),
             ("best", "np.zeros((2, 64), np.int64)")],
    "expected": {"kind": "ok", "property": "np.array_equal(best[0], reference(weight, value, 64))"},
}
