"""Questions about types, answered before the launch: isinstance."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from app.simt.builtins.registry import MakeCall, bad_arguments
from app.simt.code import Code
from app.simt.dtypes import DTYPES
from app.simt.lowering import Lowering
from app.simt.names import Symbol
from app.simt.types import BOOL, COMPLEX128, FLOAT64, INT64, NONE, Scalar, TupleType, Type

_PYTHON: Mapping[str, Scalar] = MappingProxyType(
    {"builtins.int": INT64, "builtins.float": FLOAT64, "builtins.bool": BOOL, "builtins.complex": COMPLEX128}
)
_OTHERS = frozenset({"builtins.str", "builtins.list", "builtins.dict", "builtins.set", "builtins.range"})


def _isinstance(lower: Lowering, node: ast.Call) -> Code:
    """numba compares types, not classes: an int32 is no `int`, which is an int64."""
    value, classes = lower.arguments(node, 2)
    if not isinstance(value.type, Scalar | TupleType) and value.type != NONE:
        raise bad_arguments(node, [value, classes])
    named = classes.const if isinstance(classes.const, tuple) else (classes.const,)
    answers = [_is(value.type, each) for each in named]
    if None in answers:
        raise bad_arguments(node, [value, classes])
    answer = any(answers)
    held = np.bool_(answer)
    return Code(BOOL, lambda f, m: held, answer, pure=True)


def _is(kind: Type, named: object) -> bool | None:
    """Whether a value of this type is one of the class; None where that is no class that we know."""
    if not isinstance(named, Symbol):
        return None
    if named.path == "builtins.tuple":
        return isinstance(kind, TupleType)
    wanted = _PYTHON.get(named.path) or DTYPES.get(named.path)
    if wanted is None:
        return False if named.path in _OTHERS else None
    return kind == wanted


CALLS: Mapping[str, MakeCall] = MappingProxyType({"builtins.isinstance": _isinstance})
