"""Every atomic returns what it found, one lane after another."""
from numba import cuda, float32, float64, int32
import math
import numpy as np


@cuda.jit
def kernel(ticket, count, wrap, plane):
    i = cuda.grid(1)
    ticket[i] = cuda.atomic.add(count, 0, 1)
    cuda.atomic.sub(count, 1, 2)
    cuda.atomic.max(count, 2, i)
    cuda.atomic.min(count, 3, -i)
    cuda.atomic.xor(count, 4, i)
    cuda.atomic.or_(count, 5, i)
    cuda.atomic.and_(count, 6, ~i)
    cuda.atomic.inc(wrap, 0, 9)
    cuda.atomic.add(plane, (i % 2, i % 4), 0.5)


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [('ticket', 'np.zeros(64, np.int32)'), ('count', 'np.array([0, 0, 0, 0, 0, 0, 255], np.int32)'), ('wrap', 'np.zeros(1, np.uint32)'), ('plane', 'np.zeros((2, 4))')],
    "expected": {"values": {'np.sort(ticket)': 'np.arange(64)', 'count': 'np.array([64, -128, 63, -63, 0, 63, 192])', 'wrap': 'np.array([4])', 'plane': 'np.array([[8.0, 0, 8, 0], [0, 8, 0, 8]])'}},
}
