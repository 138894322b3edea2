"""Explicit signatures: `void(float32[:], int32)` as a string, as a call of types, or as a tuple of types."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from app.simt.dtypes import DTYPES
from app.simt.faults import UnsupportedError
from app.simt.names import Symbol
from app.simt.quoting import quoted
from app.simt.types import ArrayType, ElementType, RecordType, Type

Look = Callable[[ast.expr], object]  # what a module-level expression stands for


@dataclass(frozen=True, slots=True)
class Declared:
    """The argument types that a decorator spells out. `others`: further signatures of the same kernel."""

    args: tuple[Type, ...]
    others: tuple[Declared, ...] = ()


def declared(given: object, node: ast.expr, look: Look) -> object:
    """The signature a decorator was given, None where it was given something else (an empty list, an option)."""
    return _of(_parsed(given, node) if isinstance(given, str) else node, look, node)


def _parsed(text: str, place: ast.expr) -> ast.expr:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise UnsupportedError("unsupported.module", place.lineno, what=text[:60]) from None


def _of(node: ast.expr, look: Look, place: ast.expr) -> Declared:
    if isinstance(node, ast.Call):
        return Declared(tuple(_type(arg, look, place) for arg in node.args))
    if isinstance(node, ast.Tuple):
        return Declared(tuple(_type(arg, look, place) for arg in node.elts))
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return _of(_parsed(node.value, place), look, place)
    if isinstance(node, ast.List) and node.elts:
        first, *rest = [_of(inner, look, place) for inner in node.elts]
        return Declared(first.args, tuple(rest))
    raise UnsupportedError("unsupported.module", place.lineno, what=quoted(place))


def _type(node: ast.expr, look: Look, place: ast.expr) -> Type:
    if isinstance(node, ast.Subscript):
        return _array(_type(node.value, look, place), node, place)
    if isinstance(node, ast.Name) and f"numba.{node.id}" in DTYPES:
        return DTYPES[f"numba.{node.id}"]

    found = look(node)
    if isinstance(found, Symbol) and found.path in DTYPES:
        return DTYPES[found.path]
    if isinstance(found, ArrayType | RecordType):
        return found
    raise UnsupportedError("unsupported.module", place.lineno, what=quoted(place))


def _array(dtype: Type, node: ast.Subscript, place: ast.expr) -> ArrayType:
    axes = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if not isinstance(dtype, ElementType) or not all(isinstance(axis, ast.Slice) for axis in axes):
        raise UnsupportedError("unsupported.module", place.lineno, what=quoted(place))
    return ArrayType(dtype, len(axes))


def typed(owner: object, node: ast.Subscript) -> object:
    """`float32[:, :]` outside a signature: a type of its own."""

    if isinstance(owner, Symbol) and owner.path in DTYPES:
        return _array(DTYPES[owner.path], node, node)
    if isinstance(owner, RecordType):
        return _array(owner, node, node)
    raise UnsupportedError("unsupported.module", node.lineno, what=quoted(node))
