"""One round of connected components: labels are read from one array, and the smaller ones go to another by atomics."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(u, v, label, smaller):
    e = cuda.grid(1)
    if e < u.size:
        cuda.atomic.min(smaller, u[e], label[v[e]])
        cuda.atomic.min(smaller, v[e], label[u[e]])


def reference(u, v, label):
    out = label.copy()
    np.minimum.at(out, u, label[v])
    np.minimum.at(out, v, label[u])
    return out


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (64,)},
    "seed": 37,
    "args": [("u", "rng.integers(0, 50, 100)"), ("v", "rng.integers(0, 50, 100)"), ("label", "np.arange(50)"),
             ("smaller", "label.copy()")],
    "expected": {"kind": "ok", "values": {"smaller": "reference(u, v, label)"}},
}
