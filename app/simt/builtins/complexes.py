"""cmath: the mathematics of complex numbers, computed in the precision of the argument."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from app.simt.builtins.registry import MakeCall, bad_arguments, overloaded
from app.simt.code import Code
from app.simt.lowering import Lowering
from app.simt.operators import Overloads
from app.simt.types import BOOL, COMPLEX, COMPLEX64, COMPLEX128, FLOAT32, FLOAT64, TupleType, signature

_SAME = Overloads(tuple(signature(kind, kind) for kind in COMPLEX))
_TWO = Overloads(tuple(signature(kind, kind, kind) for kind in COMPLEX))
_ASKED = Overloads(tuple(signature(BOOL, kind) for kind in COMPLEX))
_PHASE = Overloads((signature(FLOAT32, COMPLEX64), signature(FLOAT64, COMPLEX128)))
_POLAR = Overloads(
    (signature(TupleType((FLOAT32, FLOAT32)), COMPLEX64), signature(TupleType((FLOAT64, FLOAT64)), COMPLEX128))
)


def _polar(value: np.ndarray) -> object:
    return np.abs(value), np.angle(value)


_UFUNCS: Mapping[str, Callable[..., object]] = MappingProxyType(
    {
        "acos": np.arccos, "acosh": np.arccosh, "asin": np.arcsin, "asinh": np.arcsinh, "atan": np.arctan,
        "atanh": np.arctanh, "cos": np.cos, "cosh": np.cosh, "exp": np.exp, "log10": np.log10, "sin": np.sin,
        "sinh": np.sinh, "sqrt": np.sqrt, "tan": np.tan, "tanh": np.tanh,
    }
)  # fmt: skip


_STRICT = frozenset({"acosh", "cosh", "log10", "sinh", "tanh", "phase", "polar"})  # numba converts nothing for these


def _complex_only(make: MakeCall) -> MakeCall:
    def checked(lower: Lowering, node: ast.Call) -> Code:
        codes = lower.arguments(node, 1)
        if codes[0].type not in COMPLEX:
            raise bad_arguments(node, codes)
        return make(lower, node)

    return checked


def _log(value: np.ndarray, *base: np.ndarray) -> object:
    return np.log(value) / np.log(base[0]) if base else np.log(value)


_KNOWN: Mapping[str, MakeCall] = MappingProxyType(
    {
        **{name: overloaded(_SAME, ufunc) for name, ufunc in _UFUNCS.items()},
        "log": overloaded(Overloads((*_SAME.cases, *_TWO.cases)), _log),
        "isnan": overloaded(_ASKED, np.isnan),
        "isinf": overloaded(_ASKED, np.isinf),
        "isfinite": overloaded(_ASKED, np.isfinite),
        "phase": overloaded(_PHASE, np.angle),
        "polar": overloaded(_POLAR, _polar),
    }
)
CALLS: Mapping[str, MakeCall] = MappingProxyType(
    {f"cmath.{name}": _complex_only(make) if name in _STRICT else make for name, make in _KNOWN.items()}
)
