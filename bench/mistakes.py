"""The mistakes of `bench.mutants`: for a node of a syntax tree, what a learner might have written instead."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

Rule = Callable[[ast.AST], Iterator[ast.AST]]

_NEIGHBOURS: Mapping[type[ast.AST], type[ast.AST]] = MappingProxyType(
    {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Add: ast.Sub, ast.Sub: ast.Add}
)
_NAMES: Mapping[str, str] = MappingProxyType(
    {"x": "y", "y": "x", "min": "max", "max": "min", "float32": "float64", "float64": "float32", "gridsize": "grid"}
)
_BARRIERS = frozenset({"syncthreads", "syncwarp", "synchronize", "threadfence"})


def _called(node: ast.AST) -> str:
    """The last name of what is called; empty where nothing is."""
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _plus(node: ast.expr, by: int) -> ast.expr:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return ast.Constant(node.value + by)
    return ast.BinOp(node, ast.Add() if by > 0 else ast.Sub(), ast.Constant(abs(by)))


def _with(node: ast.AST, **fields: object) -> ast.AST:
    other = copy.copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return other


def _swapped(items: list[ast.expr]) -> list[ast.expr]:
    return [items[1], items[0], *items[2:]]


def operator(node: ast.AST) -> Iterator[ast.AST]:
    """`<` for `<=`, `+` for `-`, and back."""
    if type(node) in _NEIGHBOURS:
        yield _NEIGHBOURS[type(node)]()


def guard(node: ast.AST) -> Iterator[ast.AST]:
    """A condition or a part of it is left out, or what is done otherwise."""
    if isinstance(node, ast.If | ast.IfExp):
        yield _with(node, test=ast.Constant(True))
        yield _with(node, test=ast.Constant(False))
    if isinstance(node, ast.If) and node.orelse:
        yield _with(node, orelse=[])
    if isinstance(node, ast.BoolOp):
        for left_out in node.values:
            rest = [value for value in node.values if value is not left_out]
            yield _with(node, values=rest) if len(rest) > 1 else rest[0]


def statement(node: ast.AST) -> Iterator[ast.AST]:
    """A barrier, a call, or a store is left out; `+=` becomes `=`, and an atomic one that is none."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield ast.Pass()
        yield from _plain(node.value)
    if isinstance(node, ast.AugAssign | ast.Break | ast.Continue):
        yield ast.Pass()
    if isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Name | ast.Tuple):
        yield ast.Pass()
    if isinstance(node, ast.AugAssign):
        yield ast.Assign([node.target], node.value)


def _plain(call: ast.Call) -> Iterator[ast.AST]:
    if _called(call) == "add" and len(call.args) == 3:
        array, index, value = call.args
        yield ast.AugAssign(ast.Subscript(array, index, ast.Store()), ast.Add(), value)


def index(node: ast.AST) -> Iterator[ast.AST]:
    """An index is one off, or two are swapped."""
    if not isinstance(node, ast.Subscript) or isinstance(node.slice, ast.Slice):
        return
    places = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    for place, one in enumerate(places):
        for by in (-1, 1):
            other = [*places[:place], _plus(one, by), *places[place + 1 :]]
            yield _with(node, slice=ast.Tuple(other, ast.Load()) if len(other) > 1 else other[0])
    if len(places) > 1:
        yield _with(node, slice=ast.Tuple(_swapped(places), ast.Load()))


def name(node: ast.AST) -> Iterator[ast.AST]:
    """x for y, min for max, float64 for float32; the thread's number in its block for that in the grid."""
    if isinstance(node, ast.Attribute) and node.attr in _NAMES:
        yield _with(node, attr=_NAMES[node.attr])
    if isinstance(node, ast.Name) and node.id in _NAMES and node.id not in {"x", "y"}:
        yield _with(node, id=_NAMES[node.id])
    if _called(node) in {"grid", "gridsize"} and ast.unparse(node).endswith("(1)"):
        yield ast.parse("cuda.threadIdx.x" if _called(node) == "grid" else "cuda.blockDim.x", mode="eval").body
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
        yield _with(node, targets=[ast.Tuple(_swapped(node.targets[0].elts), ast.Store())])


def constant(node: ast.AST) -> Iterator[ast.AST]:
    """A number is one off; infinity is 0."""
    if isinstance(node, ast.Constant) and type(node.value) in {int, float}:
        yield ast.Constant(node.value + 1)
        yield ast.Constant(node.value - 1 if node.value != 1 else 0)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield node.operand
        yield ast.Constant(0)


def rounding(node: ast.AST) -> Iterator[ast.AST]:
    """A division that rounds up rounds down; a remainder is not taken."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv) and isinstance(node.left, ast.BinOp):
        left = node.left
        while isinstance(left, ast.BinOp):
            left = left.left
        yield _with(node, left=left)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod | ast.Mult):
        yield node.left
        yield node.right


def loop(node: ast.AST) -> Iterator[ast.AST]:
    """A loop is one short, begins one late, or has no stride."""
    if _called(node) != "range" or not isinstance(node, ast.Call):
        return
    ends = node.args
    last = 0 if len(ends) == 1 else 1
    yield _with(node, args=[*ends[:last], _plus(ends[last], -1), *ends[last + 1 :]])
    yield _with(node, args=[ast.Constant(1), *ends] if len(ends) == 1 else [_plus(ends[0], 1), *ends[1:]])
    if len(ends) == 3:
        yield _with(node, args=ends[:2])
    if len(ends) > 1:
        yield _with(node, args=[ast.Constant(0), *ends[1:]])


def call(node: ast.AST) -> Iterator[ast.AST]:
    """Two arguments are swapped, or of `min(a, b)` and `float32(a)` an argument alone is left."""
    if not isinstance(node, ast.Call) or _called(node) in _BARRIERS | {"range", "array"}:
        return
    bare = _called(node) in {"min", "max", "float32", "float64", "int32", "abs"} and isinstance(node.func, ast.Name)
    if bare:
        yield from node.args
    elif len(node.args) > 1:
        for place in range(len(node.args) - 1):
            yield _with(node, args=[*node.args[:place], *_swapped(node.args[place:])])


RULES: Mapping[str, Rule] = MappingProxyType(
    {
        "operator": operator,
        "guard": guard,
        "statement": statement,
        "index": index,
        "name": name,
        "constant": constant,
        "rounding": rounding,
        "loop": loop,
        "call": call,
    }
)
