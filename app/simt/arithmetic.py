"""What operators do to values whose operands are already cast: wrapping integers, IEEE floats, Python's signs.

Integer division by zero gives 0, as in numba-cuda; nothing raises and nothing warns (the launch runs with
NumPy's warnings off).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from app.simt.affine import dense
from app.simt.types import BOOL, Scalar

_FAR = 0x10000  # exponents beyond it go through a power of floats
Binary = Callable[[Any, Any], object]
Unary = Callable[[Any], object]


def _strict(op: Callable[..., object]) -> Binary:
    return lambda a, b: op(dense(a), dense(b))


def power(x: Any, y: Any) -> Any:
    """C's pow (C17 F.10.4.4). NumPy's takes the root where all share one exponent of a half: wrong at -0 and -inf."""
    half = y == 0.5
    if x.dtype.kind == "c" or not np.any(half):
        return np.power(x, y)
    raised = np.power(np.where(half & np.isneginf(x), -x, x), y)
    return np.where(half, raised + x.dtype.type(0), raised)[()]


def _integer_power(base: object, exponent: object) -> object:
    """Wraps; a negative exponent gives 1/base towards 0, and the lowest number for base 0. numba: `int_power_impl`."""
    x, n = dense(base), dense(exponent)
    negative, far = n < 0, n > _FAR
    if not np.any(negative | far):
        return np.power(x, n)
    whole = np.power(x, np.where(negative, 0, n).astype(n.dtype))
    whole = np.where(far, _clamped(np.power(x.astype(np.float64), n.astype(np.float64)), x.dtype), whole)
    nothing = np.where(x == 0, np.iinfo(np.int64).min, 0)
    inverse = np.where(x == 1, 1, np.where(x == -1, np.where(n % 2 == 0, 1, -1), nothing)).astype(x.dtype)
    return np.where(negative, inverse, whole)[()]


def _clamped(real: np.ndarray, kind: np.dtype[Any]) -> np.ndarray:
    """Floats as integers, as a GPU converts what is beyond them."""
    ends = np.iinfo(kind)
    inside = (real > ends.min) & (real < ends.max)
    whole: np.ndarray = np.where(inside, real, 0).astype(kind)
    return np.where(inside, whole, np.where(real > 0, ends.max, ends.min).astype(kind))


def _real_to_integer_power(base: object, exponent: object) -> object:
    x = dense(base)
    n = dense(exponent).astype(x.dtype)
    return np.power(x, n)


def multiplied_out(base: object, exponent: int) -> object:
    """A float to a whole power that stands in the source: numba squares and multiplies (`static_power_impl`)."""
    x, left = dense(base), abs(exponent)
    result = x.dtype.type(1) * np.ones_like(x)
    while left:
        result, left, x = result * x if left & 1 else result, left >> 1, x * x
    return x.dtype.type(1) / result if exponent < 0 else result


def _rest(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The remainder with the sign of x, as a GPU's compiler makes it of a quotient: rounded three times, not exact."""
    size, unit = np.abs(x), np.abs(y)
    rest: np.ndarray = size - np.floor(size / unit) * unit
    signed: np.ndarray = np.where(x < 0, -rest, rest)
    return signed


def real_remainder(a: object, b: object) -> object:
    """Python's sign on that rest; numba: `real_divmod_func_body`."""
    x, y = dense(a), dense(b)
    rest = _rest(x, y)
    signed = np.where((rest < 0) != (y < 0), y + rest, rest)
    return np.where(rest == 0, np.copysign(y.dtype.type(0), y), signed)[()]


def real_floor(a: object, b: object) -> object:
    """The quotient that goes with it; by zero, the infinity or NaN of the division."""
    x, y = dense(a), dense(b)
    rest = _rest(x, y)
    quotient = (x - rest) / y
    quotient = np.where((rest != 0) & ((rest < 0) != (y < 0)), quotient - 1, quotient)
    whole = np.floor(quotient)
    whole = np.where(quotient - whole > 0.5, whole + 1, whole)
    nothing = (quotient == 0) | np.isnan(quotient)
    return np.where(y == 0, x / y, np.where(nothing, x * (quotient * quotient) / y, whole))[()]


def _complex_product(a: object, b: object) -> object:
    """Part by part: NumPy's own may round once where two operations stand, on computers that can."""
    x, y = dense(a), dense(b)
    return _complex(x.real * y.real - x.imag * y.imag, x.real * y.imag + x.imag * y.real)


def _complex_quotient(a: object, b: object) -> object:
    """Smith's method, as numba's `complex_div_impl`: by the larger part of the divisor."""
    x, y = dense(a), dense(b)
    by_real = np.abs(y.real) >= np.abs(y.imag)
    large, small = np.where(by_real, y.real, y.imag), np.where(by_real, y.imag, y.real)
    ratio = small / large
    whole = large + small * ratio
    first, second = np.where(by_real, x.real, x.imag), np.where(by_real, x.imag, x.real)
    real, turned = (first + second * ratio) / whole, (second - first * ratio) / whole
    return _complex(real, np.where(by_real, turned, -turned))


def _complex(real: np.ndarray, imag: np.ndarray) -> object:
    made = np.empty(np.shape(real), np.result_type(real, np.complex64))
    made.real, made.imag = real, imag
    return made[()]


_REAL: Mapping[str, Binary] = MappingProxyType({"floordiv": real_floor, "mod": real_remainder})
_COMPLEX: Mapping[str, Binary] = MappingProxyType({"mul": _complex_product, "truediv": _complex_quotient})
_PLAIN: Mapping[str, Binary] = MappingProxyType(
    {
        "add": operator.add,
        "sub": operator.sub,
        "mul": operator.mul,
        "truediv": _strict(np.true_divide),
        "floordiv": _strict(operator.floordiv),
        "mod": _strict(operator.mod),
        "lshift": _strict(np.left_shift),
        "rshift": _strict(np.right_shift),
        "and_": _strict(operator.and_),
        "or_": _strict(operator.or_),
        "xor": _strict(operator.xor),
        "lt": operator.lt,
        "le": operator.le,
        "gt": operator.gt,
        "ge": operator.ge,
        "eq": operator.eq,
        "ne": operator.ne,
    }
)


def binary(name: str, left: Scalar, right: Scalar) -> Binary:
    """The operation for operands of these types (after the cast)."""
    if name != "pow":
        own = _REAL if left.is_real and right.is_real else _COMPLEX if left.is_complex else {}
        return own.get(name, _PLAIN[name])
    if left.is_integer:
        return _integer_power
    return _real_to_integer_power if right.is_integer else _strict(power)


def unary(name: str, operand: Scalar) -> Unary:
    """The operation for an operand of this type (after the cast)."""
    if name == "not_":
        return _negation
    if name == "pos":
        return lambda value: value
    if name == "invert":
        return _negation if operand == BOOL else lambda value: operator.invert(dense(value))
    return lambda value: operator.neg(dense(value))


def _negation(value: object) -> object:
    return np.logical_not(dense(value))
