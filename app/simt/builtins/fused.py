"""a * b + c rounded once, without a wider float that holds it all.

The exact sum is kept as two floats. The smaller part is rounded "to odd" before the last addition, so that the second
rounding cannot fall on a tie that the first one made. S. Boldo and G. Melquiond, "Emulation of a FMA and correctly
rounded sums: proved algorithms using rounding to odd", IEEE Transactions on Computers 57 (4), 2008.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

_SPLITTER = np.float64((1 << 27) + 1)  # Veltkamp: halves of 26 bits, whose products are exact
_SAFE = (2.0**-500, 2.0**500)  # no product or part of one leaves the range of a float64


def fma(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> object:
    """Three values of one dtype: float16, float32 or float64."""
    if a.dtype.itemsize < 8:  # the product is exact in float64, and only the sum can lose something
        product, addend = a.astype(np.float64) * b.astype(np.float64), c.astype(np.float64)
        return _to_odd(product, addend).astype(a.dtype)
    high, low = _product(a, b)
    first, rest = _sum(c, low)
    total, error = _sum(high, first)
    result = np.where((a == 0) | (b == 0), a * b + c, total + _to_odd(rest, error))
    return _where_safe(a, b, c, result)


def _sum(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The rounded sum and what the rounding lost (Knuth)."""
    total = x + y
    part = total - x
    return total, (x - (total - part)) + (y - part)


def _product(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The rounded product and what the rounding lost (Dekker)."""
    product = x * y
    (xh, xl), (yh, yl) = _halves(x), _halves(y)
    return product, ((xh * yh - product) + xh * yl + xl * yh) + xl * yl


def _halves(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    scaled = _SPLITTER * x
    high = scaled - (scaled - x)
    return high, x - high


def _to_odd(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """x + y; where that is not exact, the neighbour whose last bit is set."""
    total, error = _sum(x, y)
    even = (np.asarray(total).view(np.int64) & 1) == 0
    inexact = (error != 0) & np.isfinite(total) & np.isfinite(error)
    beyond = np.nextafter(total, np.where(error > 0, np.inf, -np.inf))
    return np.where(inexact & even, beyond, total)[()]


def _where_safe(a: np.ndarray, b: np.ndarray, c: np.ndarray, quick: np.ndarray) -> object:
    """The quick result, and near the ends of the range the exact one, element by element."""
    size, added = np.abs(a * b), np.abs(c)
    tame = np.isfinite(quick) & (np.abs(a) < _SAFE[1]) & (np.abs(b) < _SAFE[1])
    tame &= (
        ((size > _SAFE[0]) | (a == 0) | (b == 0))
        & (size < _SAFE[1])
        & ((added == 0) | (added > _SAFE[0]))
        & (added < _SAFE[1])
    )
    if np.all(tame):
        return quick
    parts = [np.ravel(part) for part in np.broadcast_arrays(a, b, c, quick, tame)]
    made = [
        found if fine else _slowly(x, y, z) for x, y, z, found, fine in zip(*map(np.ndarray.tolist, parts), strict=True)
    ]
    return np.array(made, np.float64).reshape(np.shape(quick))[()]


def _slowly(x: float, y: float, z: float) -> float:
    if not np.isfinite(x * y) and (not np.isfinite(x) or not np.isfinite(y)):
        return x * y + z
    if not np.isfinite(z):
        return z
    exact = Fraction(x) * Fraction(y) + Fraction(z)
    if exact == 0:  # its sign is that of the floats' own sum
        return x * y + z
    try:
        return float(exact)
    except OverflowError:
        return math.inf if exact > 0 else -math.inf
