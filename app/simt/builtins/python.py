"""Python's own functions: min, max, abs, round, pow, divmod, len, tuple, print."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import reduce
from types import MappingProxyType
from typing import cast

import numpy as np

from app.simt.affine import dense
from app.simt.arithmetic import real_floor, real_remainder
from app.simt.attributes import integer
from app.simt.builtins.registry import MakeCall, bad_arguments, overloaded, scalar
from app.simt.code import Code, described, literal
from app.simt.compose import item, tuple_of
from app.simt.faults import UnsupportedError
from app.simt.lanes import Lanes
from app.simt.literals import Computed
from app.simt.lowering import Lowering
from app.simt.machine import Frame
from app.simt.masks import Mask
from app.simt.memory import View
from app.simt.names import Symbol
from app.simt.operators import ABS, DIVMOD, ROUND
from app.simt.quoting import quoted
from app.simt.types import BOOL, FLOAT16, INT64, NONE, ArrayType, Scalar, StaticType, TupleType, Type, unify_all
from app.simt.values import caster

Choose = Callable[[np.ndarray, np.ndarray], np.ndarray]


def _extreme(real: Choose, whole: Choose, halves: Choose) -> MakeCall:
    """min or max: floats ignore nan, as the device's fmin and fmax do; beside a float16 or int Python's rule holds."""

    def make(lower: Lowering, node: ast.Call) -> Code:
        codes = lower.arguments(node, 1, 64)
        if len(codes) == 1 and isinstance(codes[0].type, TupleType):
            codes = [item(codes[0], k) for k in range(len(codes[0].type.items))]
        kinds = [kind for kind in map(scalar, codes) if kind is not None]
        target = unify_all(kinds) if kinds and len(kinds) == len(codes) > 1 else None
        if len(codes) == 1 and len(kinds) == 1 and isinstance(node.args[0], ast.Tuple):
            return codes[0]
        if not isinstance(target, Scalar) or target.is_complex:
            raise bad_arguments(node, codes)
        runs = [lower.cast(code, target, node.lineno) for code in codes]
        choose = real if target.is_real else whole
        if BOOL in kinds and set(kinds) != {BOOL}:
            raise bad_arguments(node, codes)
        if FLOAT16 in kinds or (target.is_real and any(kind.is_integer for kind in kinds)):
            choose = halves
        return Code(
            target, lambda f, m: reduce(choose, [dense(run(f, m)) for run in runs]), pure=all(c.pure for c in codes)
        )

    return make


def _round_to(value: np.ndarray, digits: np.ndarray) -> object:
    """Half to even at a decimal place, by scaling, as numba does it: what is scaled goes through an int64."""
    far = digits > 22
    power = np.power(10.0, np.where(far, digits - 22, np.abs(digits)).astype(np.float64))
    more = np.where(far, 1e22, 1.0)
    scaled = np.where(digits >= 0, value * power * more, value / power)
    whole = np.clip(np.rint(scaled), -(2.0**63), 2.0**63)
    result = np.where(digits >= 0, whole / more / power, whole * power)
    return np.where(np.isfinite(scaled), result, value).astype(value.dtype)[()]


def _round(lower: Lowering, node: ast.Call) -> Code:
    codes = lower.arguments(node, 1, 2)
    found = ROUND.select([code.type for code in codes])
    if found is None:
        raise bad_arguments(node, codes)
    runs = [lower.cast(code, kind, node.lineno) for code, kind in zip(codes, found.args, strict=True)]
    pure = all(code.pure for code in codes)
    if len(runs) == 2:
        value, digits = runs
        return Code(found.result, lambda f, m: _round_to(dense(value(f, m)), dense(digits(f, m))), pure=pure)
    whole = caster(found.args[0], found.result)
    assert whole is not None
    (only,) = runs
    return Code(found.result, lambda f, m: whole(np.rint(dense(only(f, m)))), pure=pure)


def _abs(value: np.ndarray) -> object:
    return np.abs(value)


def _divmod(a: np.ndarray, b: np.ndarray) -> object:
    if a.dtype.kind == "f":
        return real_floor(a, b), real_remainder(a, b)
    return np.floor_divide(a, b), np.remainder(a, b)


def _pow(lower: Lowering, node: ast.Call) -> Code:
    left, right = lower.arguments(node, 2)
    return lower.binary("pow", left, right, node)


def _len(lower: Lowering, node: ast.Call) -> Code:
    (code,) = lower.arguments(node, 1)
    if isinstance(code.type, TupleType):
        found = literal(Computed(len(code.type.items)))
        assert found is not None
        return found
    if not isinstance(code.type, ArrayType) or code.type.ndim == 0:
        raise bad_arguments(node, [code])
    run = code.run
    return Code(INT64, lambda f, m: integer(cast("View", run(f, m)).shape[0]), pure=code.pure)


def _tuple(lower: Lowering, node: ast.Call) -> Code:
    (code,) = lower.arguments(node, 1)
    if not isinstance(code.type, TupleType):
        raise bad_arguments(node, [code])
    return code


def _print(lower: Lowering, node: ast.Call) -> Code:
    if node.keywords:
        raise UnsupportedError("unsupported.call", node.lineno, name=quoted(node))
    codes = [_printable(lower, arg, node) for arg in node.args]
    runs = [code.run for code in codes]

    def run(f: Frame, m: Mask) -> object:
        values = [each(f, m) for each in runs]
        printer, lanes = f.machine.printer, f.machine.lanes
        for position in lanes.positions(m).tolist() if printer.room() else ():
            if not printer.room():
                break
            printer.write(" ".join(_shown(lanes, value, position) for value in values))
        return None

    return Code(NONE, run)


def _printable(lower: Lowering, arg: ast.expr, node: ast.Call) -> Code:
    code = lower.of(arg)
    if isinstance(code.const, Symbol) and code.const.path in _DIMS:
        parts = [lower.name(Symbol(f"{code.const.path}.{axis}"), axis, arg) for axis in "xyz"]
        return tuple_of(parts)
    known = _shows(code.type) or isinstance(code.const, str)
    if not known or (isinstance(code.type, StaticType) and not isinstance(code.const, str)):
        raise UnsupportedError("unsupported.arguments", node.lineno, name="print", types=described(code))
    return code


def _shows(kind: Type) -> bool:
    if isinstance(kind, TupleType):
        return all(map(_shows, kind.items))
    return isinstance(kind, Scalar | StaticType)


_DIMS = frozenset(f"numba.cuda.{name}" for name in ("threadIdx", "blockIdx", "blockDim", "gridDim"))


def _shown(lanes: Lanes, value: object, position: int) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        inner = ", ".join(_shown(lanes, each, position) for each in value)
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    one = lanes.at_position(dense(value), position)
    return f"{one:f}" if isinstance(one, float) else str(one)


CALLS: Mapping[str, MakeCall] = MappingProxyType(
    {
        "builtins.min": _extreme(np.fmin, np.minimum, lambda a, b: np.where(b < a, b, a)[()]),
        "builtins.max": _extreme(np.fmax, np.maximum, lambda a, b: np.where(b > a, b, a)[()]),
        "builtins.abs": overloaded(ABS, _abs),
        "builtins.round": _round,
        "builtins.divmod": overloaded(DIVMOD, _divmod),
        "builtins.pow": _pow,
        "builtins.len": _len,
        "builtins.tuple": _tuple,
        "builtins.print": _print,
    }
)
