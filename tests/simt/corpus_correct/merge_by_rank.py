"""Two sorted halves: every element looks up its place in the other half."""
from numba import cuda
import numpy as np


@cuda.jit(device=True)
def below(values, start, end, wanted, equal_too):
    low, high = start, end
    while low < high:
        middle = (low + high) // 2
        if values[middle] < wanted or (equal_too and values[middle] == wanted):
            low = middle + 1
        else:
            high = middle
    return low - start


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    half = a.size // 2
    if i < a.size:
        if i < half:
            to = i + below(a, half, a.size, a[i], False)
        else:
            to = i - half + below(a, 0, half, a[i], True)
        out[to] = a[i]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (32,)},
    "seed": 19,
    "args": [("a", "np.sort(rng.integers(0, 30, (2, 40)), axis=1).reshape(-1)"), ("out", "np.zeros(80, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "np.sort(a)"}},
}
