"""float16 by the names of `numba.cuda.fp16`: CUDA's half arithmetic, each operation rounded once to float16.

Source: CUDA Math API, half precision. Functions of the mathematics are computed in float32 and rounded; the device's
own are within two units of the last place.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from app.simt.builtins import cfunctions as c
from app.simt.builtins.fused import fma
from app.simt.builtins.registry import MakeCall, overloaded
from app.simt.operators import Overloads
from app.simt.types import (
    BOOL,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    Scalar,
    signature,
)
from app.simt.values import caster

Function = Callable[..., object]

_WHOLE: Mapping[str, Scalar] = MappingProxyType(
    {"short": INT16, "ushort": UINT16, "int": INT32, "uint": UINT32, "ll": INT64, "ull": UINT64}
)
_WAYS: Mapping[str, Function] = MappingProxyType({"rn": np.rint, "rz": np.trunc, "rd": np.floor, "ru": np.ceil})
_ONE: Mapping[str, Function] = MappingProxyType(
    {
        "hceil": np.ceil, "hcos": np.cos, "hexp": np.exp, "hexp10": c.exp10, "hexp2": np.exp2, "hfloor": np.floor,
        "hlog": np.log, "hlog10": np.log10, "hlog2": np.log2, "hrcp": c.reciprocal, "hrint": np.rint,
        "hrsqrt": c.reciprocal_root, "hsin": np.sin, "hsqrt": np.sqrt, "htanh": np.tanh, "htanh_approx": np.tanh,
        "htrunc": np.trunc,
    }
)  # fmt: skip
_COMPARE: Mapping[str, Function] = MappingProxyType(
    {"eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge}
)


def _wide(function: Function) -> Function:
    """In float32, then rounded."""
    return lambda x: np.asarray(function(x.astype(np.float32))).astype(np.float16)[()]


def _saturated(function: Function) -> Function:
    return lambda *values: c.saturate(np.asarray(function(*values)))


def _relu(function: Function) -> Function:
    """Negative results become 0; nan stays."""

    def apply(*values: np.ndarray) -> object:
        made = np.asarray(function(*values))
        return np.where(made < 0, np.float16(0), made)[()]

    return apply


def _ordered(compare: Function) -> Function:
    return lambda a, b: compare(a, b) & ~(np.isnan(a) | np.isnan(b))


def _unordered(compare: Function) -> Function:
    return lambda a, b: compare(a, b) | np.isnan(a) | np.isnan(b)


def _to_half(way: str) -> Function:
    """From a wider number, rounded one way: the nearest half, moved on where it lies on the wrong side."""

    def convert(value: np.ndarray) -> object:
        near = np.asarray(value).astype(np.float16)
        if way == "rn":
            return near[()]
        exact, found = np.asarray(value).astype(np.longdouble), near.astype(np.longdouble)
        down = (found > exact) & ((way == "rd") | ((way == "rz") & (exact > 0)))
        up = (found < exact) & ((way == "ru") | ((way == "rz") & (exact < 0)))
        beyond = np.where(down, np.nextafter(near, np.float16(-np.inf)), near)
        return np.where(up, np.nextafter(near, np.float16(np.inf)), beyond)[()]

    return convert


def _from_half(way: Function, target: Scalar) -> Function:
    change = caster(FLOAT16, target)
    assert change is not None
    return lambda value: change(way(value.astype(np.float32)))


def _infinite(value: np.ndarray) -> object:
    return (np.isposinf(value).astype(np.int32) - np.isneginf(value).astype(np.int32))[()]


Case = tuple[tuple[Scalar, ...], Scalar, Function]  # arguments, result, what it does


def _case(result: Scalar, args: tuple[Scalar, ...], function: Function) -> Case:
    return args, result, function


def _arithmetic() -> dict[str, Case]:
    pairs: dict[str, Function] = {
        "add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": np.true_divide, "max": np.fmax,
        "min": np.fmin, "max_nan": np.maximum, "min_nan": np.minimum,
    }  # fmt: skip
    for name in ("add", "sub", "mul"):
        pairs[f"{name}_rn"], pairs[f"{name}_sat"] = pairs[name], _saturated(pairs[name])
    found = {f"h{name}": _case(FLOAT16, (FLOAT16,) * 2, function) for name, function in pairs.items()}
    for end, function in (("", fma), ("_sat", _saturated(fma)), ("_relu", _relu(fma))):
        found[f"hfma{end}"] = _case(FLOAT16, (FLOAT16,) * 3, function)
    found["habs"], found["hneg"] = (_case(FLOAT16, (FLOAT16,), function) for function in (np.abs, np.negative))
    for name, compare in _COMPARE.items():
        found[f"h{name}"] = _case(BOOL, (FLOAT16,) * 2, _ordered(compare))
        found[f"h{name}u"] = _case(BOOL, (FLOAT16,) * 2, _unordered(compare))
    found["hisnan"], found["hisinf"] = _case(BOOL, (FLOAT16,), np.isnan), _case(INT32, (FLOAT16,), _infinite)
    return found


def _conversions() -> dict[str, Case]:
    found = {
        "half2float": _case(FLOAT32, (FLOAT16,), lambda x: x.astype(np.float32)),
        "double2half": _case(FLOAT16, (FLOAT64,), _to_half("rn")),
        "float2half": _case(FLOAT16, (FLOAT32,), _to_half("rn")),
        "half2char_rz": _case(INT8, (FLOAT16,), _from_half(np.trunc, INT8)),
        "half2uchar_rz": _case(UINT8, (FLOAT16,), _from_half(np.trunc, UINT8)),
    }
    for end, way in _WAYS.items():
        found[f"float2half_{end}"] = _case(FLOAT16, (FLOAT32,), _to_half(end))
        for name, kind in _WHOLE.items():
            found[f"{name}2half_{end}"] = _case(FLOAT16, (kind,), _to_half(end))
            found[f"half2{name}_{end}"] = _case(kind, (FLOAT16,), _from_half(way, kind))
    for name in ("short", "ushort"):
        kind = _WHOLE[name]
        found[f"half_as_{name}"] = _case(kind, (FLOAT16,), lambda x, dtype=kind.dtype: x.view(dtype))
        found[f"{name}_as_half"] = _case(FLOAT16, (kind,), lambda n: n.view(np.float16))
    return found


_PLAIN = frozenset(
    {"habs", "hadd", "hdiv", "heq", "hfma", "hge", "hgt", "hle", "hlt", "hmax", "hmin", "hmul", "hne", "hneg", "hsub"}
)  # also known without the underscores


def _named() -> dict[str, Case]:
    basic = {**_arithmetic(), **_conversions()}
    found = {name: _case(FLOAT16, (FLOAT16,), _wide(function)) for name, function in _ONE.items()}
    found |= {name: basic[name] for name in _PLAIN}
    return found | {f"__{name}": case for name, case in basic.items()}


CASES: Mapping[str, Case] = MappingProxyType(_named())
CALLS: Mapping[str, MakeCall] = MappingProxyType(
    {
        f"numba.cuda.fp16.{name}": overloaded(Overloads((signature(result, *args),)), function)
        for name, (args, result, function) in CASES.items()
    }
)
