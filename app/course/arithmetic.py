"""The arithmetic that a launch is written in: a part of Python, read into closures and never executed as Python.

Every value is a number up to HUGE or a tuple of them, there is neither a loop nor a power, and a text is short, so
that whatever is written takes a moment. What is not covered: texts, comprehensions, calls beyond FUNCTIONS and _MATHS.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import cast

from app.findings import Finding, Kind, Plain, Severity

Value = int | float | tuple["Value", ...]  # a bool is an int
Known = Mapping[str, Value]
Code = Callable[[Known], Value]

HUGE = 1 << 62
_SHOWN = 40  # characters of the text that a finding quotes


class RefusedError(Exception):
    """One thing that is wrong, as the finding that tells it."""

    def __init__(self, key: str, line: int, **args: Plain) -> None:
        super().__init__(key)
        kind = Kind.SYNTAX_ERROR if key.startswith("syntax_error") else Kind.LAUNCH_CONFIG
        self.finding = Finding(kind, Severity.ERROR, line, key, args)


_BINARY: Mapping[type[ast.operator], Callable[..., int | float]] = MappingProxyType(
    {
        ast.Add: operator.add,
        ast.Sub: operator.sub,
        ast.Mult: operator.mul,
        ast.Div: operator.truediv,
        ast.FloorDiv: operator.floordiv,
        ast.Mod: operator.mod,
    }
)
_UNARY: Mapping[type[ast.unaryop], Callable[..., int | float]] = MappingProxyType(
    {ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Not: operator.not_}
)
_COMPARE: Mapping[type[ast.cmpop], Callable[..., bool]] = MappingProxyType(
    {
        ast.Lt: operator.lt,
        ast.LtE: operator.le,
        ast.Gt: operator.gt,
        ast.GtE: operator.ge,
        ast.Eq: operator.eq,
        ast.NotEq: operator.ne,
    }
)
FUNCTIONS: Mapping[str, tuple[Callable[..., int | float], int]] = MappingProxyType(
    {"min": (min, 0), "max": (max, 0), "abs": (abs, 1), "int": (int, 1), "round": (round, 1)}  # 0: two and more
)
_MATHS: Mapping[str, Callable[..., int | float]] = MappingProxyType({"ceil": math.ceil, "floor": math.floor})


class Reader:
    """Reads expressions in which `names` are known. `maths` says whether `import math` stands above.

    Each method of a node raises RefusedError where the text is at fault, and so does the code that it gives.
    """

    def __init__(self, text: str, names: set[str]) -> None:
        self.names = names
        self.maths = False
        self._text = text

    def code(self, node: ast.expr) -> Code:
        read = getattr(self, f"_{type(node).__name__.lower()}", None)
        if read is None:
            raise self.refused(node)
        return cast("Code", read(node))

    def refused(self, node: ast.stmt | ast.expr, key: str = "launch_config.text.unsupported") -> RefusedError:
        """What cannot stand in a launch, quoted."""
        segment = (ast.get_source_segment(self._text, node) or "").strip().split("\n")[0]
        quoted = segment if len(segment) <= _SHOWN else segment[:_SHOWN].rstrip() + "…"
        return RefusedError(key, node.lineno, what=quoted)

    def _constant(self, node: ast.Constant) -> Code:
        if not isinstance(node.value, int | float):
            raise self.refused(node)
        value = _bounded(node.value, node)
        return lambda _: value

    def _name(self, node: ast.Name) -> Code:
        name = node.id
        if name not in self.names:
            raise RefusedError(
                "launch_config.text.name", node.lineno, name=name[:_SHOWN], known=", ".join(sorted(self.names))[:200]
            )
        return lambda known: known[name]

    def _tuple(self, node: ast.Tuple | ast.List) -> Code:
        items = [self.code(item) for item in node.elts]
        return lambda known: tuple(item(known) for item in items)

    _list = _tuple  # Numba takes a list for a grid, too

    def _binop(self, node: ast.BinOp) -> Code:
        apply = _BINARY.get(type(node.op))
        if apply is None:
            raise self.refused(node, f"launch_config.text.{'power' if isinstance(node.op, ast.Pow) else 'unsupported'}")
        left, right = self._number(node.left), self._number(node.right)

        def run(known: Known) -> Value:
            one, other = left(known), right(known)
            if other == 0 and isinstance(node.op, ast.Div | ast.FloorDiv | ast.Mod):
                raise RefusedError("launch_config.text.division", node.lineno)
            return _bounded(apply(one, other), node)

        return run

    def _unaryop(self, node: ast.UnaryOp) -> Code:
        apply = _UNARY.get(type(node.op))
        if apply is None:
            raise self.refused(node)
        operand = self._number(node.operand)
        return lambda known: apply(operand(known))

    def _compare(self, node: ast.Compare) -> Code:
        if not all(type(op) in _COMPARE for op in node.ops):
            raise self.refused(node)
        applies = [_COMPARE[type(op)] for op in node.ops]
        operands = [self._number(operand) for operand in (node.left, *node.comparators)]

        def run(known: Known) -> Value:
            values = [operand(known) for operand in operands]
            return all(apply(*pair) for apply, pair in zip(applies, pairwise(values), strict=True))

        return run

    def _boolop(self, node: ast.BoolOp) -> Code:
        operands = [self.code(operand) for operand in node.values]
        ends = isinstance(node.op, ast.Or)

        def run(known: Known) -> Value:
            value = operands[0](known)
            for operand in operands[1:]:
                if bool(value) == ends:
                    break
                value = operand(known)
            return value

        return run

    def _ifexp(self, node: ast.IfExp) -> Code:
        test, body, other = self.code(node.test), self.code(node.body), self.code(node.orelse)
        return lambda known: body(known) if test(known) else other(known)

    def _subscript(self, node: ast.Subscript) -> Code:
        items, index = self.code(node.value), self.code(node.slice)

        def run(known: Known) -> Value:
            of, at = items(known), index(known)
            if not isinstance(of, tuple) or not isinstance(at, int) or not -len(of) <= at < len(of):
                raise self.refused(node, "launch_config.text.item")
            return of[at]

        return run

    def _call(self, node: ast.Call) -> Code:
        apply, wanted = self._function(node)
        if node.keywords or (len(node.args) != wanted if wanted else len(node.args) < 2):
            raise self.refused(node, "launch_config.text.arguments")
        arguments = [self._number(argument) for argument in node.args]
        return lambda known: _bounded(apply(*(argument(known) for argument in arguments)), node)

    def _function(self, node: ast.Call) -> tuple[Callable[..., int | float], int]:
        """What is called, and how many arguments it takes."""
        match node.func:
            case ast.Name(id=name) if name in FUNCTIONS:
                return FUNCTIONS[name]
            case ast.Attribute(value=ast.Name(id="math"), attr=name) if name in _MATHS:
                if not self.maths:
                    raise self.refused(node, "launch_config.text.import")
                return _MATHS[name], 1
        raise self.refused(node, "launch_config.text.call")

    def _number(self, node: ast.expr) -> Code:
        """The code of an operand, which must not turn out to be a tuple."""
        code = self.code(node)

        def run(known: Known) -> Value:
            value = code(known)
            if isinstance(value, tuple):
                raise self.refused(node, "launch_config.text.operand")
            return value

        return run


def _bounded(value: float, node: ast.expr) -> int | float:
    if not abs(value) <= HUGE:  # NaN is not below anything
        raise RefusedError("launch_config.text.huge", node.lineno)
    return value
