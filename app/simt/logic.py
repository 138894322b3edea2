"""Conditions: comparisons and chains, `and`, `or`, and the choice between two values, lane by lane."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import cast

import numpy as np

from app.simt.affine import dense
from app.simt.code import Code, Run, described, literal
from app.simt.compose import item
from app.simt.faults import UnsupportedError
from app.simt.literals import unlisted
from app.simt.lowering import Lowering
from app.simt.machine import Frame
from app.simt.masks import Mask, split
from app.simt.quoting import quoted
from app.simt.types import BOOL, FLOAT16, NONE, Scalar, StaticType, TupleType, unify
from app.simt.values import caster, select

_COMPARE: Mapping[type[ast.cmpop], str] = MappingProxyType(
    {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge", ast.Eq: "eq", ast.NotEq: "ne"}
)
COMPARISONS = frozenset(_COMPARE.values())
_SYMBOLS = MappingProxyType(
    {
        "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "lshift": "<<",
        "rshift": ">>", "and_": "&", "or_": "|", "xor": "^", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==",
        "ne": "!=", "neg": "-", "pos": "+", "invert": "~", "not_": "not",
    }
)  # fmt: skip


def compare(lower: Lowering, node: ast.Compare) -> Code:
    """A comparison, or a chain of them."""
    left, result = lower.of(node.left), None
    for op, comparator in zip(node.ops, node.comparators, strict=True):
        right = lower.of(unlisted(comparator) if isinstance(op, ast.In | ast.NotIn) else comparator)
        before = None
        if len(node.ops) > 1 and not right.pure:
            before, right = _kept(lower, right)
        link = _link(lower, op, left, right, node)
        link = link if before is None else _behind(before, link)
        result = link if result is None else _both(lower, result, link, stop=False)
        left = right
    assert result is not None
    return result


def _kept(lower: Lowering, code: Code) -> tuple[Run, Code]:
    """For a value that is read twice: what evaluates it, and what reads it back."""
    slot = lower.body.slot(f"({len(lower.body.slots)})", code.type)
    run = code.run

    def evaluate(f: Frame, m: Mask) -> object:
        f.slots[slot] = run(f, m)
        return None

    return evaluate, Code(code.type, lambda f, m: f.slots[slot], pure=True)


def _link(lower: Lowering, op: ast.cmpop, left: Code, right: Code, node: ast.Compare) -> Code:
    if isinstance(op, ast.In | ast.NotIn):
        return _member(lower, left, right, node, negate=isinstance(op, ast.NotIn))
    known = _fixed(op, left, right)
    if known is not None:
        found = literal(known)
        assert found is not None
        return found
    if type(op) not in _COMPARE:
        raise UnsupportedError("unsupported.syntax", node.lineno, what=quoted(node))
    return lower.binary(_COMPARE[type(op)], left, right, node)


def _fixed(op: ast.cmpop, left: Code, right: Code) -> bool | None:
    """Strings are constants, and whether something is None is known from its type; None where more is asked."""
    same: bool | None = None
    if isinstance(left.const, str) and isinstance(right.const, str):
        same = left.const == right.const if isinstance(op, ast.Eq | ast.NotEq) else None
    elif NONE in (left.type, right.type) and isinstance(op, ast.Is | ast.IsNot | ast.Eq | ast.NotEq):
        same = left.type == right.type
    return same if same is None else same is isinstance(op, ast.Is | ast.Eq)


def _member(lower: Lowering, left: Code, right: Code, node: ast.Compare, *, negate: bool) -> Code:
    if not isinstance(right.type, TupleType) or any(kind != right.type.items[0] for kind in right.type.items):
        raise no_case("in", (left, right), node)
    evaluate, once = _kept(lower, left)
    tests = [lower.binary("eq", once, item(right, k), node) for k in range(len(right.type.items))]

    def run(f: Frame, m: Mask) -> object:
        evaluate(f, m)
        result: object = np.False_
        for test in tests:
            result = result | dense(test.run(f, m))
        return np.logical_not(cast("np.ndarray", result)) if negate else result

    return Code(BOOL, run, pure=left.pure and right.pure)


def combine(lower: Lowering, node: ast.BoolOp) -> Code:
    """`and` and `or`."""
    stop = isinstance(node.op, ast.Or)
    result = lower.of(node.values[0])
    for value in node.values[1:]:
        result = _both(lower, result, lower.of(value), stop=stop, node=node)
    return result


def _both(lower: Lowering, first: Code, second: Code, *, stop: bool, node: ast.expr | None = None) -> Code:
    """`first and second`, or with `stop` `first or second`: lanes that are decided skip the second."""
    kind = unify(first.type, second.type)
    if not isinstance(kind, Scalar) or first.type == FLOAT16:  # numba has no code for the truth of one
        assert node is not None
        raise no_case("or" if stop else "and", (first, second), node)
    line = 0 if node is None else node.lineno
    b = lower.cast(second, kind, line)
    if kind == BOOL:
        return Code(BOOL, _logic(first.run, b, second.pure, stop=stop), pure=first.pure and second.pure)
    a, widen, decide = first.run, caster(first.type, kind), caster(first.type, BOOL)

    def run(f: Frame, m: Mask) -> object:
        value = a(f, m)
        true, false = split(m, value if decide is None else decide(value))
        rest = false if stop else true
        value = value if widen is None else widen(value)
        return value if rest is False else select(rest, b(f, rest), value, line)

    return Code(kind, run)


def choose(lower: Lowering, node: ast.IfExp) -> Code:
    """`a if test else b`."""
    test, then, other = lower.truth(node.test), lower.of(node.body), lower.of(node.orelse)
    kind = unify(then.type, other.type)
    if kind is None or isinstance(kind, StaticType):
        raise no_case("if else", (then, other), node)
    line = node.lineno
    decide, a, b = test.run, lower.cast(then, kind, line), lower.cast(other, kind, line)
    simple = then.pure and other.pure and isinstance(kind, Scalar)

    def run(f: Frame, m: Mask) -> object:
        condition = decide(f, m)
        if f.machine.signals.branch:
            f.machine.branch(line, m, condition)
        if simple and isinstance(condition, np.ndarray) and not f.machine.signals.branch:
            return np.where(condition, dense(a(f, m)), dense(b(f, m)))
        true, false = split(m, condition)
        if false is False:
            return a(f, m)
        return b(f, m) if true is False else select(true, a(f, true), b(f, false), line)

    return Code(kind, run, pure=test.pure and then.pure and other.pure)


def no_case(name: str, operands: Sequence[Code], node: ast.expr | ast.stmt) -> UnsupportedError:
    """The operator has no case for these types."""
    types = " and ".join(described(code) for code in operands)
    return UnsupportedError("unsupported.operands", node.lineno, operator=_SYMBOLS.get(name, name), types=types)


def _behind(before: Run, code: Code) -> Code:
    run = code.run

    def both(f: Frame, m: Mask) -> object:
        before(f, m)
        return run(f, m)

    return Code(code.type, both, code.const)


def _logic(a: Run, b: Run, pure: bool, *, stop: bool) -> Run:
    def quick(f: Frame, m: Mask) -> object:
        first = a(f, m)
        if not isinstance(first, np.ndarray):
            return first if bool(first) is stop else b(f, m)
        return first | b(f, m) if stop else first & b(f, m)

    def careful(f: Frame, m: Mask) -> object:
        first = a(f, m)
        if not isinstance(first, np.ndarray):
            return first if bool(first) is stop else b(f, m)
        true, false = split(m, first)
        rest = false if stop else true
        if rest is False:
            return first
        return first | b(f, rest) if stop else first & b(f, rest)

    return quick if pure else careful
