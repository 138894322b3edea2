"""Expressions: each node becomes a typed closure. Anything without a method here is `unsupported`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import cast

import numpy as np

from app.simt import indexing, logic, records
from app.simt.affine import dense
from app.simt.arithmetic import binary, multiplied_out, unary
from app.simt.attributes import attribute
from app.simt.body import Body
from app.simt.builtins import CALLS, METHODS, NAMES
from app.simt.code import Code, Run, array_type, function_of, held_as, literal, static
from app.simt.compose import folded, item, items_of, named_tuple, tuple_of
from app.simt.endings import halt
from app.simt.faults import UnsupportedError
from app.simt.literals import early
from app.simt.logic import COMPARISONS, no_case
from app.simt.machine import Frame
from app.simt.masks import Mask, split
from app.simt.names import Function, Symbol, Unknown
from app.simt.operators import BINARY, UNARY
from app.simt.quoting import quoted
from app.simt.spreading import spread
from app.simt.types import BOOL, NONE, ArrayType, RecordType, Scalar, Signature, StaticType, TupleClass, TupleType, Type
from app.simt.values import caster, select, zero

MAX_WIDTH = 1024  # of a tuple, nested ones counted by what they hold

OPERATORS: Mapping[type[ast.operator], str] = MappingProxyType(
    {
        ast.Add: "add",
        ast.Sub: "sub",
        ast.Mult: "mul",
        ast.Div: "truediv",
        ast.FloorDiv: "floordiv",
        ast.Mod: "mod",
        ast.Pow: "pow",
        ast.LShift: "lshift",
        ast.RShift: "rshift",
        ast.BitAnd: "and_",
        ast.BitOr: "or_",
        ast.BitXor: "xor",
    }
)
_UNARY: Mapping[type[ast.unaryop], str] = MappingProxyType(
    {ast.USub: "neg", ast.UAdd: "pos", ast.Invert: "invert", ast.Not: "not_"}
)


class Expressions:
    """Lowers the expressions of one body."""

    def __init__(self, body: Body) -> None:
        self.body = body

    def of(self, node: ast.expr) -> Code:
        """The node as code. Raises UnsupportedError with its line."""
        self.body.compiler.visit(node)
        method: Callable[[ast.expr], Code] | None = getattr(self, f"on_{type(node).__name__.lower()}", None)
        if method is None:
            raise UnsupportedError("unsupported.syntax", node.lineno, what=quoted(node))
        code = method(node) if (known := early(node)) is None else self._literal(known, node)
        if isinstance(code.type, TupleType) and code.type.width > MAX_WIDTH:
            raise UnsupportedError("unsupported.too_wide", node.lineno, limit=MAX_WIDTH)
        return code

    def cast(self, code: Code, target: Type, line: int) -> Run:
        """The code's value as another type."""
        try:
            change = caster(code.type, target)
        except TypeError:
            raise UnsupportedError("unsupported.cast", line, source=str(code.type), target=str(target)) from None
        if change is None:
            return code.run
        if code.const is not None:
            value = change(code.run(cast("Frame", None), True))  # a constant looks at neither frame nor lanes
            return lambda f, m: value
        run = code.run
        return lambda f, m: change(run(f, m))

    def truth(self, node: ast.expr) -> Code:
        """The node as a condition."""
        code = self.of(node)
        if isinstance(code.type, TupleType):
            return _constant(bool(code.type.items), BOOL)
        return Code(BOOL, self.cast(code, BOOL, node.lineno), code.const, code.pure)

    def on_constant(self, node: ast.Constant) -> Code:
        return static(node.value, "string") if isinstance(node.value, str) else self._literal(node.value, node)

    def _literal(self, value: object, node: ast.expr) -> Code:
        code = literal(value)
        if code is None:
            raise UnsupportedError("unsupported.syntax", node.lineno, what=quoted(node))
        return code

    def on_name(self, node: ast.Name) -> Code:
        if node.id in self.body.locals:
            return self._local(node)
        return self.name(self.body.function.scope.find(node.id), node.id, node)

    def _local(self, node: ast.Name) -> Code:
        name, line, column = node.id, node.lineno, node.col_offset
        binding = self.body.read(name, line)
        if isinstance(binding.type, StaticType):
            return Code(binding.type, lambda f, m: binding.const, binding.const, pure=True)
        if isinstance(binding.const, int | float | complex | tuple | np.generic):
            held = held_as(binding.const, binding.type)
            return Code(binding.type, lambda f, m: held, binding.const, pure=True)
        slot = self.body.slot(name, binding.type)
        if not binding.maybe:
            return Code(binding.type, lambda f, m: f.slots[slot], binding.const, pure=True)
        blank = zero(binding.type)

        def run(f: Frame, m: Mask) -> object:
            value, known = f.slots[slot], f.defined.get(name, False)
            _, unset = split(m, np.False_ if known is False else np.True_ if known is True else known)
            if unset is False:
                return value
            f.machine.unset(name, line, column, unset)
            if blank is None:
                if value is None and binding.type != NONE:
                    raise UnsupportedError("unsupported.unset", line, name=name)
                return value
            return blank if value is None else select(unset, blank, value, line)

        return Code(binding.type, run)

    def name(self, found: object, name: str, node: ast.expr) -> Code:
        """Something from outside the function: a constant, an array, a function, an import."""
        if isinstance(found, Unknown):
            raise UnsupportedError("unsupported.module", found.line, what=found.what or name)
        if isinstance(found, Symbol):
            make = NAMES.get(found.path)
            return static(found, "name") if make is None else make(self, node)
        if isinstance(found, np.ndarray):
            return self._array(found, name, node)
        if isinstance(found, str):
            return static(found, "string")
        if isinstance(found, Function):
            return function_of(found)
        code = literal(found)
        return static(found, "name") if code is None else code

    def _array(self, array: np.ndarray, name: str, node: ast.expr) -> Code:
        kind = array_type(array)
        if kind is None:
            raise UnsupportedError("unsupported.dtype", node.lineno, name=name, dtype=str(array.dtype))
        dtype = kind.dtype
        return Code(
            ArrayType(dtype, kind.ndim, writable=False), lambda f, m: f.machine.constant(name, array, dtype), array
        )

    def on_attribute(self, node: ast.Attribute) -> Code:
        owner = self.of(node.value)
        if isinstance(owner.const, Symbol):
            return self.name(self.body.compiler.symbol(f"{owner.const.path}.{node.attr}"), node.attr, node)
        return records.load(self, owner, node) if isinstance(owner.type, RecordType) else attribute(owner, node)

    def on_tuple(self, node: ast.Tuple) -> Code:
        items = [self.of(item) for item in node.elts]
        return tuple_of(items)

    def on_unaryop(self, node: ast.UnaryOp) -> Code:
        name, operand = _UNARY[type(node.op)], self.of(node.operand)
        if name == "not_" and isinstance(operand.type, TupleType):
            return _constant(not operand.type.items, BOOL)
        found = UNARY[name].select((operand.type,))
        if found is None:
            raise no_case(name, (operand,), node)
        result = cast("Scalar", found.result)
        # -x and ~x work on x's own width and widen afterwards: -uint8(5) is 251
        kind = result if found.args[0] == BOOL else found.args[0]
        inner, op = self.cast(operand, kind, node.lineno), unary(name, kind)
        made = Code(result if name == "not_" else kind, lambda f, m: op(inner(f, m)), pure=operand.pure)
        return folded(Code(result, self.cast(made, result, node.lineno), pure=operand.pure), operand)

    def on_binop(self, node: ast.BinOp) -> Code:
        return self.binary(OPERATORS.get(type(node.op), "matmul"), self.of(node.left), self.of(node.right), node)

    def binary(self, name: str, left: Code, right: Code, node: ast.expr | ast.stmt) -> Code:
        """An arithmetic or comparing operator on two codes."""
        if isinstance(left.type, TupleType) and isinstance(right.type, TupleType):
            return self._tuples(name, left, right, node)
        found = BINARY[name].select((left.type, right.type)) if name in BINARY else None
        if found is None:
            raise no_case(name, (left, right), node)
        first, second = _operands(name, found)
        ahead = left.glance if right.pure or right.peek is not None else left.run
        a = self.cast(replace(left, run=ahead), first, node.lineno)
        b = self.cast(replace(right, run=right.glance), second, node.lineno)
        op = binary(name, first, second)
        if name == "truediv" and second.is_complex and not right.const:

            def quotient(f: Frame, m: Mask) -> object:
                top, below = a(f, m), b(f, m)
                halt(m, dense(below) == 0, node)  # `complex_div_impl`
                return op(top, below)

            return Code(found.result, quotient)
        if right.const is not None:
            held = b(cast("Frame", None), True)
            if name == "pow" and first.is_real and second.is_integer:
                op = multiplied_out
            return folded(Code(found.result, lambda f, m: op(a(f, m), held), pure=left.pure), left, right)
        return folded(Code(found.result, lambda f, m: op(a(f, m), b(f, m)), pure=left.pure and right.pure), left, right)

    def _tuples(self, name: str, left: Code, right: Code, node: ast.expr | ast.stmt) -> Code:
        a, b = left.run, right.run
        first, second = cast("TupleType", left.type), cast("TupleType", right.type)
        if name == "add" and first.made is None and second.made is None:
            kind = TupleType(first.items + second.items)
            return Code(kind, lambda f, m: (*items_of(a(f, m)), *items_of(b(f, m))), pure=left.pure and right.pure)
        if name not in {"eq", "ne"} or len(first.items) != len(second.items):
            raise no_case(name, (left, right), node)
        pairs = [self.binary("eq", item(left, k), item(right, k), node).run for k in range(len(first.items))]

        def equal(f: Frame, m: Mask) -> object:
            result: object = np.True_
            for pair in pairs:
                result = result & dense(pair(f, m))
            return result if name == "eq" else np.logical_not(cast("np.ndarray", result))

        return Code(BOOL, equal)

    def on_compare(self, node: ast.Compare) -> Code:
        return logic.compare(self, node)

    def on_boolop(self, node: ast.BoolOp) -> Code:
        return logic.combine(self, node)

    def on_ifexp(self, node: ast.IfExp) -> Code:
        return logic.choose(self, node)

    def on_subscript(self, node: ast.Subscript) -> Code:
        owner = self.of(node.value)
        if isinstance(owner.type, TupleType):
            return indexing.of_tuple(self, owner, node)
        if isinstance(owner.type, ArrayType):
            return indexing.load(self, owner, node)
        if isinstance(owner.type, RecordType):
            return records.load(self, owner, node)
        if isinstance(owner.const, tuple) and not isinstance(node.slice, ast.Slice):  # of a module, with strings in it
            at = self.of(node.slice).const
            if type(at) is int and -len(owner.const) <= at < len(owner.const):
                return self.name(owner.const[at], quoted(node), node)
        raise UnsupportedError("unsupported.syntax", node.lineno, what=quoted(node))

    def on_lambda(self, node: ast.Lambda) -> Code:
        return function_of(self.body.nested(node))

    def on_call(self, node: ast.Call) -> Code:
        node = spread(self, node)
        if isinstance(node.func, ast.Attribute):
            owner = self.of(node.func.value)
            if not isinstance(owner.const, Symbol):
                return self._method(owner, node.func.attr, node)
        callee = self.of(node.func)
        if isinstance(callee.const, Function):
            return self.body.compiler.call(self, callee.const, node)
        if isinstance(callee.const, TupleClass):
            fields = callee.const.fields
            given = self.named_arguments(node, fields, len(fields))
            return named_tuple(callee.const, [given[name] for name in fields])
        path = callee.const.path if isinstance(callee.const, Symbol) else ""
        make = CALLS.get(path)
        if make is None:
            raise UnsupportedError("unsupported.call", node.lineno, name=quoted(node.func))
        return make(self, node)

    def _method(self, owner: Code, name: str, node: ast.Call) -> Code:
        make = METHODS.get(name)
        if make is None:
            raise UnsupportedError("unsupported.call", node.lineno, name=quoted(node.func))
        return make(self, owner, node)

    def arguments(self, node: ast.Call, least: int, most: int | None = None) -> list[Code]:
        """The positional arguments, if there are as many as allowed and none by name."""
        most = least if most is None else most
        if node.keywords or not least <= len(node.args) <= most:
            raise UnsupportedError("unsupported.call", node.lineno, name=quoted(node))
        return [self.of(arg) for arg in node.args]

    def named_arguments(self, node: ast.Call, names: Sequence[str], required: int) -> dict[str, Code]:
        """Arguments by position or name, as Python binds them."""
        found = dict(zip(names, node.args, strict=False))
        if len(node.args) > len(names):
            raise UnsupportedError("unsupported.call", node.lineno, name=quoted(node))
        for keyword in node.keywords:
            if keyword.arg is None or keyword.arg not in names or keyword.arg in found:
                raise UnsupportedError("unsupported.call", node.lineno, name=quoted(node))
            found[keyword.arg] = keyword.value
        if any(name not in found for name in names[:required]):
            raise UnsupportedError("unsupported.call", node.lineno, name=quoted(node))
        return {name: self.of(value) for name, value in found.items()}


def _operands(name: str, found: Signature) -> tuple[Scalar, Scalar]:
    """What the operands are cast to: integer operations work on the result's type."""
    left, right = found.args
    if name in COMPARISONS or not isinstance(found.result, Scalar):
        return left, right
    if found.result.is_integer or (name == "truediv" and left.is_integer):
        return found.result, found.result
    return left, right


def _constant(value: bool, kind: Scalar) -> Code:
    held = kind.dtype.type(value)
    return Code(kind, lambda f, m: held, value, pure=True)
