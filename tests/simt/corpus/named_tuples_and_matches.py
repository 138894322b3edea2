"""Named tuples, `match`, isinstance, sums, and views of other shapes and dtypes."""
from collections import namedtuple
from typing import NamedTuple

import numpy as np
from numba import cuda

Pair = namedtuple("Pair", ["low", "high"])
Wide = namedtuple("Wide", "a b, c")
UNIT = Pair(0.5, high=4)


class Point(NamedTuple):
    x: float
    y: int


@cuda.jit(device=True)
def swapped(pair):
    return Pair(pair.high, pair.low)


@cuda.jit
def kernel(m, words, out):
    i = cuda.grid(1)
    pair = Pair(i, 2 * i)
    if i % 2 == 0:
        pair = swapped(pair)
    low, high = pair
    point = Point(y=i, x=low + 0.25)
    score = 0
    match i % 5:
        case 0:
            score = 100
        case 1 | 2:
            score = 200
        case other if other > 3:
            score = other
        case _:
            score = 300
    if isinstance(point.y, int) and not isinstance(m[0, 0], (float, np.float64)):
        score += 1000
    table = m.transpose()
    words[i] = m[i // 8].view(np.int32)[i % 8]
    halves = m[1:].view(np.uint16)
    out[i] = high * UNIT.low + point[0] + score + sum((i, 0.5), 1) + sum(Wide(1, i, 2))
    out[i] += table[i % 8, i // 8] + m[i // 8].sum() + len(UNIT) + (UNIT == (0.5, 4)) + halves[0, 1]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [('m', "np.arange(32, dtype='f4').reshape(4, 8)"), ('words', 'np.zeros(32, np.int32)'), ('out', 'np.zeros(32)')],
    "expected": {"values": {
        'words': "np.arange(32, dtype='f4').view(np.int32)",
        'out': "(lambda i, even: np.where(even, i, 2 * i) * 0.5 + np.where(even, 2 * i, i) + 0.25 + 1000 + np.choose(i % 5, [100, 200, 200, 300, 4]) + i + 1.5 + 3 + i + m.reshape(4, 8).T[i % 8, i // 8] + m.sum(1)[i // 8] + 3 + m[1:].view(np.uint16)[0, 1])(np.arange(32), np.arange(32) % 2 == 0)",
    }},
}
