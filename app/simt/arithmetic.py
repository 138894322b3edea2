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

Binary = Callable[[Any, Any], object]
Unary = Callable[[Any], object]


def _strict(op: Callable[..., object]) -> Binary:
    return lambda a, b: op(dense(a), dense(b))


def _integer_power(base: object, exponent: object) -> object:
    """Wraps; a negative exponent gives 1/base towards 0."""
    x, n = dense(base), dense(exponent)
    negative = n < 0
    if not np.any(negative):
        return np.power(x, n)
    whole = np.power(x, np.where(negative, 0, n).astype(n.dtype))
    inverse = np.where(x == 1, 1, np.where(x == -1, np.where(n % 2 == 0, 1, -1), 0)).astype(x.dtype)
    return np.where(negative, inverse, whole)[()]


def _real_to_integer_power(base: object, exponent: object) -> object:
    x = dense(base)
    n = dense(exponent).astype(x.dtype)
    return np.power(x, n)


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
        return _PLAIN[name]
    if left.is_integer:
        return _integer_power
    return _real_to_integer_power if right.is_integer else _strict(np.power)


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
