"""Union and find: parents are looked up with atomics that change nothing, and joined by compare and swap."""
from numba import cuda
import numpy as np


@cuda.jit(device=True)
def root(parent, i):
    up = cuda.atomic.add(parent, i, 0)
    while up != i:
        i = up
        up = cuda.atomic.add(parent, i, 0)
    return i


@cuda.jit
def kernel(u, v, parent):
    e = cuda.grid(1)
    if e < u.size:
        a, b = root(parent, u[e]), root(parent, v[e])
        while a != b:
            high, low = max(a, b), min(a, b)
            seen = cuda.atomic.cas(parent, high, high, low)
            if seen == high:
                break
            a, b = root(parent, seen), root(parent, low)


def roots(parent):
    while not np.array_equal(parent[parent], parent):
        parent = parent[parent]
    return parent


def components(u, v, n):
    label = np.arange(n)
    for _ in range(n):
        low = np.minimum(label[u], label[v])
        np.minimum.at(label, u, low)
        np.minimum.at(label, v, low)
    return label


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 38,
    "args": [("u", "rng.integers(0, 40, 32)"), ("v", "rng.integers(0, 40, 32)"), ("parent", "np.arange(40)")],
    "expected": {"kind": "ok", "property": "np.array_equal(roots(parent), components(u, v, 40))"},
}
