"""Functions of C's and CUDA's mathematics that NumPy lacks or names otherwise. Operands are arrays of one dtype."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from app.simt.builtins import maths
from app.simt.builtins.maths import elementwise

erf, erfc = elementwise(math.erf), elementwise(math.erfc)
gamma, lgamma = elementwise(maths.gamma), elementwise(maths.lgamma)


def round_away(x: np.ndarray) -> np.ndarray:
    """To the nearest whole number, halves away from zero. x + 0.5 would be rounded itself."""
    whole = np.floor(np.abs(x))
    up = np.abs(x) - whole >= x.dtype.type(0.5)
    rounded: np.ndarray = np.copysign(whole + up.astype(x.dtype), x)
    return rounded


def reciprocal_root(x: np.ndarray) -> object:
    return x.dtype.type(1) / np.sqrt(x)


def reciprocal_cube_root(x: np.ndarray) -> object:
    return x.dtype.type(1) / np.cbrt(x)


def reciprocal(x: np.ndarray) -> object:
    return x.dtype.type(1) / x


def exp10(x: np.ndarray) -> object:
    return np.power(x.dtype.type(10), x)


def positive_difference(x: np.ndarray, y: np.ndarray) -> object:
    return np.where(x <= y, x.dtype.type(0), x - y)[()]


def saturate(x: np.ndarray) -> object:
    """Clamped to 0 … 1; nan becomes 0."""
    return np.where(np.isnan(x), x.dtype.type(0), np.clip(x, x.dtype.type(0), x.dtype.type(1)))[()]


def logb(x: np.ndarray) -> object:
    exponent = (np.frexp(x)[1] - 1).astype(x.dtype)
    ends = np.where(x == 0, -np.inf, np.where(np.isnan(x), np.nan, np.inf)).astype(x.dtype)
    return np.where((x == 0) | ~np.isfinite(x), ends, exponent)[()]


def ilogb(x: np.ndarray) -> object:
    """The exponent; -2³¹ for 0 and nan, 2³¹ - 1 for infinities."""
    exponent = np.frexp(x)[1] - 1
    exponent = np.where((x == 0) | np.isnan(x), -(1 << 31), np.where(np.isinf(x), (1 << 31) - 1, exponent))
    return exponent.astype(np.int32)[()]


def split(x: np.ndarray) -> object:
    """(fraction, whole part), both with the sign of x."""
    return tuple(np.modf(x))


def exponent_of(x: np.ndarray) -> object:
    mantissa, exponent = np.frexp(x)
    return mantissa, exponent.astype(np.int32)


def sincos(x: np.ndarray) -> object:
    return np.sin(x), np.cos(x)


def of_half_turns(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(sin(πx), cos(πx)): quarter turns are taken out exactly, so that whole and half numbers give exact results."""
    turned = np.fmod(x, x.dtype.type(2))
    quarters = np.rint(turned + turned)
    rest = (turned - quarters / x.dtype.type(2)) * x.dtype.type(math.pi)
    s, c = np.sin(rest), np.cos(rest)
    quadrant = np.where(np.isfinite(quarters), quarters, 0).astype(np.int64) & 3
    sine = np.choose(quadrant, [s, c, -s, -c])
    return np.where(sine == 0, np.copysign(sine, x), sine)[()], np.choose(quadrant, [c, -s, -c, s])[()]


def normal_cdf(x: np.ndarray) -> object:
    return (erfc((-x.astype(np.float64)) / math.sqrt(2.0)) / 2).astype(x.dtype)  # type: ignore[operator, attr-defined]  # an array


def flag(predicate: Callable[[np.ndarray], np.ndarray]) -> Callable[[np.ndarray], object]:
    """A predicate as C's int."""
    return lambda x: predicate(x).astype(np.int32)


def whole_power(x: np.ndarray, n: np.ndarray) -> object:
    return np.power(x, n.astype(x.dtype))


def high_product(a: np.ndarray, b: np.ndarray) -> object:
    """The upper half of the product of two 32-bit or two 64-bit integers of one kind."""
    if a.dtype.itemsize == 4:
        wide = np.int64 if a.dtype.kind == "i" else np.uint64
        return ((a.astype(wide) * b.astype(wide)) >> wide(32)).astype(a.dtype)
    mask, half = a.dtype.type(0xFFFFFFFF), a.dtype.type(32)
    a0, a1, b0, b1 = a & mask, a >> half, b & mask, b >> half
    low = a0.astype(np.uint64) * b0.astype(np.uint64)
    cross = a1 * b0 + (low >> np.uint64(32)).astype(a.dtype)
    other = a0 * b1 + (cross & mask)
    return a1 * b1 + (cross >> half) + (other >> half)


def low_24(a: np.ndarray, b: np.ndarray) -> object:
    """The lower 32 bits of the product of the lower 24 bits, with their sign where the type has one."""
    wide, shift = (np.int64, np.int64(40)) if a.dtype.kind == "i" else (np.uint64, np.uint64(40))
    return (((a.astype(wide) << shift) >> shift) * ((b.astype(wide) << shift) >> shift)).astype(a.dtype)


def mean(a: np.ndarray, b: np.ndarray) -> object:
    """Rounded down, without overflow."""
    return (a & b) + ((a ^ b) >> a.dtype.type(1))


def mean_up(a: np.ndarray, b: np.ndarray) -> object:
    return (a | b) - ((a ^ b) >> a.dtype.type(1))


def distance(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> object:
    """|a - b| + c, wrapping."""
    return np.maximum(a, b) - np.minimum(a, b) + c


def joined(high: np.ndarray, low: np.ndarray) -> object:
    """The float64 with these 32-bit halves."""
    word = (high.astype(np.int64) << np.int64(32)) | (low.astype(np.int64) & np.int64(0xFFFFFFFF))
    return word.view(np.float64)


def upper_word(x: np.ndarray) -> object:
    return (x.view(np.int64) >> np.int64(32)).astype(np.int32)


def lower_word(x: np.ndarray) -> object:
    return x.view(np.int64).astype(np.int32)
