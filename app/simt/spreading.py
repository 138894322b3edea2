"""Arguments that a tuple holds: in `f(*p)` each item of p is an argument of its own."""

from __future__ import annotations

import ast
from typing import Protocol

from app.simt.code import Code
from app.simt.faults import UnsupportedError
from app.simt.names import Symbol
from app.simt.quoting import quoted
from app.simt.types import TupleType

_PLACES = frozenset({"numba.cuda.grid", "numba.cuda.gridsize"})


class Expression(Protocol):
    def of(self, node: ast.expr) -> Code: ...


def spread(lower: Expression, node: ast.Call) -> ast.Call:
    """The call with every item written out. Raises UnsupportedError for what is no tuple."""
    if not any(isinstance(arg, ast.Starred) for arg in node.args):
        return node
    args = [each for arg in node.args for each in (_items(lower, arg) if isinstance(arg, ast.Starred) else [arg])]
    return ast.copy_location(ast.Call(node.func, args, node.keywords), node)


def _items(lower: Expression, arg: ast.Starred) -> list[ast.expr]:
    if isinstance(arg.value, ast.Tuple):
        return arg.value.elts
    kind = lower.of(arg.value).type
    if not isinstance(kind, TupleType) or not _is_repeatable(lower, arg.value):
        raise UnsupportedError("unsupported.syntax", arg.lineno, what=quoted(arg))
    return [
        ast.copy_location(ast.Subscript(arg.value, ast.copy_location(ast.Constant(k), arg), ast.Load()), arg)
        for k in range(len(kind.items))
    ]


def _is_repeatable(lower: Expression, node: ast.expr) -> bool:
    """Whether reading the tuple once for every item does what reading it once does."""
    if isinstance(node, ast.Call):
        callee = lower.of(node.func).const
        return isinstance(callee, Symbol) and callee.path in _PLACES
    return isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and _is_repeatable(lower, node.value))
