"""Device functions and lambdas handed to device functions, by name, within a tuple, and through two calls."""
from numba import cuda, float32, float64, int32
import math
import numpy as np


@cuda.jit(device=True)
def square(x):
    return x * x


@cuda.jit(device=True)
def half(x):
    return x / 2


@cuda.jit(device=True)
def apply(f, x):
    return f(x)


@cuda.jit(device=True)
def both(f, g, x):
    return apply(f, x) + apply(g, x)


@cuda.jit
def kernel(out):
    i = cuda.grid(1)
    add = lambda x: x + 1
    twice = lambda x: add(add(x))
    out[0, i] = apply(square, i)
    out[1, i] = both(square, half, i)
    out[2, i] = both(half, add, i * 0.5)
    out[3, i] = twice(i)
    first = square
    out[4, i] = apply(first, 3) - apply(half, 3)


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [('out', 'np.zeros((5, 64))')],
    "expected": {"values": {
        'out': "(lambda i: np.stack([i * i, i * i + i / 2, i * 0.25 + i * 0.5 + 1, i + 2, i * 0 + 7.5]))(np.arange(64))",
    }},
}
