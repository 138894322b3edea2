"""Tuples: the kernels of that section of docs/interpreter-language.md. A docstring is what `out` holds then."""

from collections import namedtuple
from typing import NamedTuple

import numpy as np
from numba import cuda, literal_unroll

PRIMES = (2, 3, 5, 7)
Pair = namedtuple("Pair", ["low", "high"])
UNIT = Pair(0, 1.5)


class Spot(NamedTuple):
    x: float
    y: float


@cuda.jit(device=True)
def turned(pair):
    return Pair(pair.high, pair.low)


@cuda.jit
def tuple_items(q, out):
    """i + 2.5 + q"""
    i = cuda.grid(1)
    y = (i, 2.5, q[i])
    out[i] = y[0] + y[1] + y[-1]


@cuda.jit
def dynamic_item(out):
    """np.array([2, 3, 5, 7])[i % 4]"""
    i = cuda.grid(1)
    out[i] = PRIMES[i % 4]


@cuda.jit
def dynamic_item_of_mixed(n, out):
    i = cuda.grid(1)
    y = (1, 2.5)
    out[i] = y[n]


@cuda.jit
def tuple_slice(out):
    """i * 0 + 10"""
    i = cuda.grid(1)
    out[i] = len(PRIMES[1:]) + PRIMES[::-1][0]


@cuda.jit
def tuple_joined(out):
    """i"""
    i = cuda.grid(1)
    y = PRIMES + (i,)
    out[i] = y[4]


@cuda.jit
def iterate_tuple(out):
    """i * 0 + 17"""
    i = cuda.grid(1)
    for y in PRIMES:
        out[i] += y


@cuda.jit
def iterate_mixed(out):
    i = cuda.grid(1)
    for y in (1, 2.5):
        out[i] += y


@cuda.jit
def tuple_returned(out):
    """100 + i"""
    i = cuda.grid(1)
    y, k = turned(Pair(i, 1))
    out[i] = y * 100 + k


@cuda.jit
def named_tuple(out):
    """3 * i"""
    i = cuda.grid(1)
    p = Pair(high=i, low=2)
    out[i] = p.low * p.high + p[1]


@cuda.jit
def named_constant(out):
    """i * 0 + 5"""
    i = cuda.grid(1)
    low, high = UNIT
    out[i] = low + high + len(UNIT) + UNIT.high


@cuda.jit
def named_class(out):
    """i"""
    i = cuda.grid(1)
    out[i] = Spot(1, i).y


@cuda.jit
def named_to_a_device_function(out):
    """i * 0 + 2"""
    i = cuda.grid(1)
    out[i] = turned(Pair(i, 2)).low


@cuda.jit
def named_replace(out):
    i = cuda.grid(1)
    out[i] = Pair(1, 2)._replace(low=3).low


@cuda.jit
def literal_unroll(out):
    i = cuda.grid(1)
    for y in literal_unroll((1, 2.5)):
        out[i] += y
