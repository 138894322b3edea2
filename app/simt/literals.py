"""What numba takes for a literal: numbers written in the source, and names that stand for them.

Python works out arithmetic on literals before numba sees it, in its own types: `2 ** -1` is 0.5, `1 << 63` positive.
Arithmetic on names gives no literal, so that a shape may be `TILE` or `2 * 8`, but not `TILE + 2`.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

MAX_BITS = 128  # of integers that Python works out early


class Computed(int):
    """A whole number that the kernel's arithmetic gives: known before the launch, yet no literal."""


BINARY: Mapping[type[ast.operator], Callable[[Any, Any], object]] = MappingProxyType(
    {
        ast.Add: operator.add,
        ast.Sub: operator.sub,
        ast.Mult: operator.mul,
        ast.Div: operator.truediv,
        ast.FloorDiv: operator.floordiv,
        ast.Mod: operator.mod,
        ast.Pow: operator.pow,
        ast.LShift: operator.lshift,
        ast.RShift: operator.rshift,
        ast.BitAnd: operator.and_,
        ast.BitOr: operator.or_,
        ast.BitXor: operator.xor,
    }
)
UNARY: Mapping[type[ast.unaryop], Callable[[Any], object]] = MappingProxyType(
    {ast.UAdd: operator.pos, ast.USub: operator.neg, ast.Invert: operator.invert, ast.Not: operator.not_}
)


def early(node: ast.expr) -> complex | None:
    """The number that Python makes of an expression of literals; None where it leaves the work to the program."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, int | float | complex) else None
    if isinstance(node, ast.UnaryOp):
        operand = early(node.operand)
        return None if operand is None else _tried(UNARY[type(node.op)], operand)
    if not isinstance(node, ast.BinOp) or type(node.op) not in BINARY:
        return None
    left, right = early(node.left), early(node.right)
    if left is None or right is None or _long(node.op, left, right):
        return None
    return _tried(BINARY[type(node.op)], left, right)


def unlisted(node: ast.expr) -> ast.expr:
    """A list that is only gone over, or searched, is a tuple to Python's compiler."""
    return ast.copy_location(ast.Tuple(node.elts, ast.Load()), node) if isinstance(node, ast.List) else node


def _tried(operation: Callable[..., Any], *operands: complex) -> complex | None:
    try:
        result: complex = operation(*operands)
    except (ArithmeticError, TypeError, ValueError):
        return None
    return result


def _long(op: ast.operator, left: complex, right: complex) -> bool:
    if not isinstance(left, int) or not isinstance(right, int):
        return False
    if isinstance(op, ast.Pow):
        return right > 0 and left.bit_length() * right > MAX_BITS
    if isinstance(op, ast.LShift):
        return right < 0 or left.bit_length() + right > MAX_BITS
    return left.bit_length() + right.bit_length() > MAX_BITS
