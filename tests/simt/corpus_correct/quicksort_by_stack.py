"""One thread a row sorts it in place, with a stack in local memory."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(a):
    r = cuda.grid(1)
    if r >= a.shape[0]:
        return
    stack = cuda.local.array((16, 2), int32)
    stack[0, 0] = 0
    stack[0, 1] = a.shape[1] - 1
    depth = 1
    while depth > 0:
        depth -= 1
        low, high = stack[depth, 0], stack[depth, 1]
        if low >= high:
            continue
        pivot = a[r, high]
        k = low
        for j in range(low, high):
            if a[r, j] < pivot:
                a[r, j], a[r, k] = a[r, k], a[r, j]
                k += 1
        a[r, high], a[r, k] = a[r, k], a[r, high]
        stack[depth, 0] = low
        stack[depth, 1] = k - 1
        stack[depth + 1, 0] = k + 1
        stack[depth + 1, 1] = high
        depth += 2


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 71,
    "args": [("a", "rng.integers(0, 99, (8, 10))")],
    "expected": {"kind": "ok", "values": {"a": "np.sort(a, axis=1)"}},
}
