"""The math module on the device."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from app.simt.arithmetic import power
from app.simt.builtins import log_gamma
from app.simt.builtins.registry import MakeCall, overloaded
from app.simt.operators import Overloads
from app.simt.types import (
    BOOL,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT32,
    INT64,
    REAL,
    UINT64,
    TupleType,
    signature,
)

_FLOATS = (signature(FLOAT32, FLOAT32), signature(FLOAT64, FLOAT64))
UNARY = Overloads((signature(FLOAT64, INT64), signature(FLOAT64, UINT64), *_FLOATS))
HALF_UNARY = Overloads((*UNARY.cases, signature(FLOAT16, FLOAT16)))
_BINARY_FLOATS = (signature(FLOAT32, FLOAT32, FLOAT32), signature(FLOAT64, FLOAT64, FLOAT64))
BINARY = Overloads((signature(FLOAT64, INT64, INT64), signature(FLOAT64, UINT64, UINT64), *_BINARY_FLOATS))
FLOAT_PAIR = Overloads(_BINARY_FLOATS)
PREDICATE = Overloads(tuple(signature(BOOL, t) for t in (INT64, UINT64, FLOAT32, FLOAT64)))
POWER = Overloads((*_BINARY_FLOATS, *(signature(t, t, INT32) for t in REAL)))
SCALE = Overloads(tuple(signature(t, t, INT32) for t in REAL))
PARTS = Overloads(tuple(signature(TupleType((t, INT32)), t) for t in REAL))
FRACTION = Overloads(tuple(signature(TupleType((t, t)), t) for t in (FLOAT64, FLOAT32)))


def floated(function: Callable[..., object]) -> Callable[..., object]:
    """The operation on floats; integers go over float64 first."""

    def apply(*values: np.ndarray) -> object:
        return function(*[value if value.dtype.kind == "f" else value.astype(np.float64) for value in values])

    return apply


def gamma(value: float) -> float:
    """C's tgamma: the sign of zero is that of its infinity, and below zero no whole number has a value."""
    try:
        return math.gamma(value)
    except ValueError:
        return math.nan if value else math.copysign(math.inf, value)
    except OverflowError:
        return math.inf


def lgamma(value: float) -> float:
    """C's lgamma: infinite at zero and at the whole numbers below."""
    if 0.5 < value < 3:
        return log_gamma.near_its_zeros(value)
    try:
        return math.lgamma(value)
    except (ValueError, OverflowError):
        return math.inf


def degrees(value: np.ndarray) -> object:
    """One product in the type of the value, where NumPy divides 180 by a rounded pi first."""
    return value * value.dtype.type(180 / math.pi)


def elementwise(function: Callable[[float], float]) -> Callable[[np.ndarray], object]:
    """A function that NumPy lacks, one element after another."""

    def apply(value: np.ndarray) -> object:
        array = np.asarray(value)
        results = np.array([function(x) for x in array.ravel().tolist()], np.float64)
        return results.reshape(array.shape).astype(array.dtype)[()]

    return apply


def remainder(x: np.ndarray, y: np.ndarray) -> object:
    """x - n·y for the whole n that is nearest to x/y, the even one of two: every step here is exact."""
    size, whole = np.abs(x), np.abs(y)
    rest = np.fmod(size, whole + whole)
    odd = rest >= whole
    rest = np.where(odd, rest - whole, rest)
    over = (rest > whole - rest) | ((rest == whole - rest) & odd)
    rest = np.where(over, rest - whole, rest)
    return np.where(np.signbit(x), -rest, rest)[()]


def _modf(value: np.ndarray) -> object:
    return tuple(np.modf(value))


def _frexp(value: np.ndarray) -> object:
    mantissa, exponent = np.frexp(value)
    return mantissa, exponent.astype(np.int32)


def _power(x: np.ndarray, y: np.ndarray) -> object:
    return power(x, y.astype(x.dtype))


_UFUNCS: Mapping[str, Callable[..., object]] = {
    "acos": np.arccos, "acosh": np.arccosh, "asin": np.arcsin, "asinh": np.arcsinh, "atan": np.arctan,
    "atanh": np.arctanh, "cos": np.cos, "cosh": np.cosh, "degrees": degrees, "exp": np.exp, "exp2": np.exp2,
    "expm1": np.expm1, "fabs": np.abs, "log": np.log, "log10": np.log10, "log1p": np.log1p, "log2": np.log2,
    "radians": np.radians, "sin": np.sin, "sinh": np.sinh, "sqrt": np.sqrt, "tan": np.tan, "tanh": np.tanh,
    "ceil": np.ceil, "floor": np.floor, "trunc": np.trunc,
}  # fmt: skip

_ELEMENTWISE = {function.__name__: elementwise(function) for function in (math.erf, math.erfc, gamma, lgamma)}
_PREDICATES = {"isnan": np.isnan, "isinf": np.isinf, "isfinite": np.isfinite}
_SPLITS = {"frexp": (PARTS, _frexp), "modf": (FRACTION, _modf)}
_HALF = frozenset(
    {"ceil", "cos", "exp", "exp2", "fabs", "floor", "log", "log10", "log2", "sin", "sqrt", "trunc"}
)  # functions that stay in float16
NAMES_UNARY = frozenset({*_UFUNCS, *_ELEMENTWISE, *_PREDICATES, *_SPLITS})


def overloads(name: str) -> Overloads:
    """The cases of a function of one number."""
    if name in _SPLITS:
        return _SPLITS[name][0]
    if name in _PREDICATES:
        return PREDICATE
    return HALF_UNARY if name in _HALF else UNARY


CALLS: Mapping[str, MakeCall] = MappingProxyType(
    {
        **{f"math.{name}": overloaded(overloads(name), floated(ufunc)) for name, ufunc in _UFUNCS.items()},
        **{f"math.{name}": overloaded(UNARY, floated(function)) for name, function in _ELEMENTWISE.items()},
        **{f"math.{name}": overloaded(PREDICATE, floated(ufunc)) for name, ufunc in _PREDICATES.items()},
        **{f"math.{name}": overloaded(cases, function) for name, (cases, function) in _SPLITS.items()},
        "math.atan2": overloaded(BINARY, floated(np.arctan2)),
        "math.hypot": overloaded(BINARY, floated(np.hypot)),
        "math.copysign": overloaded(FLOAT_PAIR, np.copysign),
        "math.fmod": overloaded(FLOAT_PAIR, np.fmod),
        "math.nextafter": overloaded(FLOAT_PAIR, np.nextafter),
        "math.remainder": overloaded(FLOAT_PAIR, remainder),
        "math.pow": overloaded(POWER, _power),
        "math.ldexp": overloaded(SCALE, np.ldexp),
    }
)
