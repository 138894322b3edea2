"""Typed pieces of a program: an expression with its type and the closure that computes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from app.simt.dtypes import DTYPES
from app.simt.machine import Frame
from app.simt.masks import Mask
from app.simt.names import Function, Symbol
from app.simt.types import (
    BOOL,
    COMPLEX128,
    FLOAT64,
    INT64,
    NONE,
    UINT64,
    ArrayType,
    ConflictType,
    ElementType,
    FunctionType,
    Named,
    Scalar,
    StaticType,
    TupleClass,
    TupleType,
    Type,
    element_of,
    scalar_of,
    unify,
)

Run = Callable[[Frame, Mask], Any]
Step = Callable[[Frame, Mask], Mask]  # a statement: which lanes go on behind it


@dataclass(frozen=True, slots=True)
class Code:
    """`const` is the value where it is known before the launch, None elsewhere. `pure`: it touches no memory.

    `peek`: for a load that stores nothing on its way, the same without a copy, good until the next store.
    """

    type: Type
    run: Run
    const: object = None
    pure: bool = False
    peek: Run | None = None

    @property
    def glance(self) -> Run:
        """The value for one who uses it at once."""
        return self.run if self.peek is None else self.peek


@dataclass(frozen=True, slots=True)
class Series:
    """Something to iterate over. `begin` gives the trip count (for all lanes or each) and what makes item k."""

    type: Type
    begin: Callable[[Frame, Mask], tuple[object, Callable[[int, Mask], object]]]


@dataclass(frozen=True, slots=True)
class Binding:
    """What a name means at one point of a function. `maybe`: some path has not set it."""

    type: Type
    maybe: bool = False
    const: object = None


Env = dict[str, Binding]


@dataclass(slots=True)
class Edge:
    """One way from a statement to where paths meet. `moves`: slots to fill on the way, known after the meeting."""

    env: Env
    moves: list[tuple[int, int, Callable[[object], object] | None]] = field(default_factory=list)


def meet(edges: list[Edge]) -> Env:
    """What names mean where the edges come together."""
    result: Env = {}
    for name in dict.fromkeys(name for edge in edges for name in edge.env):
        bindings = [edge.env[name] for edge in edges if name in edge.env]
        kind = bindings[0].type
        for other in bindings[1:]:
            kind = kind if other.type is kind else _joined(kind, other.type)
        maybe = len(bindings) < len(edges) or any(binding.maybe for binding in bindings)
        same = all(
            binding.const is bindings[0].const or _equal(binding.const, bindings[0].const) for binding in bindings
        )
        result[name] = Binding(kind, maybe, bindings[0].const if same else None)
    return result


def same(first: Env, second: Env) -> bool:
    """Whether names mean the same in both."""
    return first.keys() == second.keys() and all(_alike(first[name], second[name]) for name in first)


def _alike(a: Binding, b: Binding) -> bool:
    return a.type == b.type and a.maybe == b.maybe and (a.const is b.const or _equal(a.const, b.const))


def _equal(a: object, b: object) -> bool:
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(x is y or _equal(x, y) for x, y in zip(a, b, strict=True))
    # repr, because nan is not equal to itself, and 0.0 is equal to -0.0
    return type(a) is type(b) and isinstance(a, int | float | complex) and repr(a) == repr(b)


def _joined(first: Type, second: Type) -> Type:
    if isinstance(first, ConflictType):
        return first
    return unify(first, second) or ConflictType(first, second)


def static(value: object, label: str) -> Code:
    """A thing that is no run-time value: a module, a function, a dtype, a string."""
    return Code(StaticType(label), lambda f, m: value, value, pure=True)


def function_of(function: Function) -> Code:
    """A function as a value, which other functions may be handed."""
    return Code(FunctionType(f"function of line {function.line}", function), lambda f, m: function, function, pure=True)


def literal(value: object) -> Code | None:
    """A Python or NumPy constant as numba types it; None where it has no type."""
    kind = type_of(value)
    if kind is None:
        return None
    held = held_as(value, kind)
    return Code(kind, lambda f, m: held, value, pure=True)


def type_of(value: object) -> Type | None:
    """The type of a constant or scalar argument."""
    if isinstance(value, bool | np.bool_):
        return BOOL
    if isinstance(value, np.generic):
        return scalar_of(value.dtype)
    if isinstance(value, int):
        return INT64 if -(1 << 63) <= value < 1 << 63 else UINT64 if 0 <= value < 1 << 64 else None
    if isinstance(value, float):
        return FLOAT64
    if isinstance(value, complex):
        return COMPLEX128
    if value is None:
        return NONE
    if isinstance(value, tuple):
        items = [type_of(item) for item in value]
        made = TupleClass(type(value).__name__, value._fields) if hasattr(value, "_fields") else None
        made = value.made if isinstance(value, Named) else made
        return None if None in items else TupleType(tuple(item for item in items if item is not None), made)
    return None


def held_as(value: object, kind: Type) -> object:
    """The constant as a machine value of its type."""
    if isinstance(kind, Scalar):
        return kind.dtype.type(value)
    if isinstance(kind, TupleType) and isinstance(value, tuple):
        return tuple(held_as(item, item_type) for item, item_type in zip(value, kind.items, strict=True))
    return value


def array_type(array: np.ndarray) -> ArrayType | None:
    """The type of an array argument or constant, None where its dtype is beyond the interpreter."""
    dtype = element_of(array.dtype)
    return None if dtype is None else ArrayType(dtype, array.ndim, bool(array.flags.writeable))


def dtype_of(code: Code) -> ElementType | None:
    """The element type that an expression names, None where it names none."""
    named = code.const
    if isinstance(named, Symbol):
        return DTYPES.get(named.path)
    if isinstance(named, str):
        try:
            return scalar_of(np.dtype(named))
        except TypeError:
            return None
    if isinstance(named, np.dtype):
        return element_of(named)
    return named if isinstance(named, ElementType) else None


def described(code: Code) -> str:
    """What an expression is, for a finding."""
    if isinstance(code.const, Symbol):
        return code.const.path.removeprefix("builtins.")
    if isinstance(code.const, Function):
        return code.const.name
    return str(code.type)
