"""Each thread keeps a running maximum and a sum that fits it; pairs are merged in a tree."""
import math
from numba import cuda, float64
import numpy as np


@cuda.jit
def kernel(a, out):
    m = cuda.shared.array(32, float64)
    d = cuda.shared.array(32, float64)
    t = cuda.threadIdx.x
    row = cuda.blockIdx.x
    top = -math.inf
    total = 0.0
    for c in range(t, a.shape[1], 32):
        v = a[row, c]
        new = max(top, v)
        total = total * math.exp(top - new) + math.exp(v - new)
        top = new
    m[t] = top
    d[t] = total
    cuda.syncthreads()
    step = 16
    while step > 0:
        if t < step:
            new = max(m[t], m[t + step])
            d[t] = d[t] * math.exp(m[t] - new) + d[t + step] * math.exp(m[t + step] - new)
            m[t] = new
        cuda.syncthreads()
        step //= 2
    for c in range(t, a.shape[1], 32):
        out[row, c] = math.exp(a[row, c] - m[0]) / d[0]


def reference(a):
    e = np.exp(a - a.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (32,)},
    "seed": 24,
    "args": [("a", "rng.normal(size=(3, 70))"), ("out", "np.zeros((3, 70))")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "reference(a)"}},
}
