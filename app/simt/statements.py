"""Statements: each becomes a step from the lanes that come in to the lanes that go on."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import cast

import numpy as np

from app.simt import endings, indexing
from app.simt.body import Body, Loop, Writer, move, moving
from app.simt.code import Code, Edge, Step, function_of
from app.simt.compose import item
from app.simt.expressions import OPERATORS, Expressions
from app.simt.faults import SourceFaultError, UnsupportedError
from app.simt.filling import fill
from app.simt.loops import for_loop, while_loop
from app.simt.machine import Frame
from app.simt.masks import Mask, either, split
from app.simt.matching import plain
from app.simt.quoting import quoted
from app.simt.types import BOOL, NONE, Scalar, StaticType, TupleType, Type
from app.simt.values import select


class Statements:
    """Lowers the statements of one body."""

    def __init__(self, body: Body, expressions: Expressions) -> None:
        self.body, self.expressions = body, expressions

    def function(self) -> Step:
        """The whole function."""
        node = self.body.function.node
        if isinstance(node, ast.Lambda):
            statement = ast.copy_location(ast.Return(node.body), node.body)
            return self.suite([statement])
        return self.suite(node.body)

    def suite(self, statements: Sequence[ast.stmt]) -> Step:
        """Statements one after the other; what no lane reaches is left out, as the compiler does."""
        steps: list[Step] = []
        lines: list[int] = []
        for statement in plain(statements):
            if self.body.env is None:
                break
            self.body.compiler.visit(statement)
            method: Callable[[ast.stmt], Step | None] | None = getattr(
                self, f"on_{type(statement).__name__.lower()}", None
            )
            if method is None:
                raise UnsupportedError("unsupported.statement", statement.lineno, what=_head(statement))
            step = method(statement)
            if step is not None:
                steps.append(step)
                lines.append(statement.lineno)
        return _sequence(steps, lines)

    def on_pass(self, node: ast.Pass) -> Step | None:
        return None

    def on_global(self, node: ast.Global) -> Step | None:
        """A kernel reads globals without saying so; to set one is beyond it."""
        if self.body.locals & set(node.names):
            raise UnsupportedError("unsupported.statement", node.lineno, what="global")
        return None

    def on_functiondef(self, node: ast.FunctionDef) -> Step | None:
        code = function_of(self.body.nested(node))
        self.body.writer(node.name, code.type, node.lineno, code.const)
        return None

    def on_expr(self, node: ast.Expr) -> Step | None:
        if isinstance(node.value, ast.Constant):
            return None
        if isinstance(node.value, ast.Call):
            self.body.discarded.add(node.value)
        code = self.expressions.of(node.value)
        run = code.run

        def step(f: Frame, m: Mask) -> Mask:
            run(f, m)
            return m

        return None if code.pure else step

    def on_assign(self, node: ast.Assign) -> Step | None:
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            self.body.target = node.targets[0].id
        code = self.expressions.of(node.value)
        self.body.target = ""
        stores = [self.store(target, code, node.lineno) for target in node.targets]
        run = code.run
        if isinstance(code.type, StaticType):
            return None
        if len(stores) == 1:
            (only,) = stores

            def one(f: Frame, m: Mask) -> Mask:
                only(f, m, run(f, m))
                return m

            return one

        def several(f: Frame, m: Mask) -> Mask:
            value = run(f, m)
            for store in stores:
                store(f, m, value)
            return m

        return several

    def on_annassign(self, node: ast.AnnAssign) -> Step | None:
        if node.value is None:
            return None
        assign = ast.Assign([node.target], node.value)
        return self.on_assign(ast.copy_location(assign, node))

    def store(self, target: ast.expr, code: Code, line: int) -> Writer:
        """What puts the code's value where the target says."""
        if isinstance(target, ast.Name):
            return self.body.writer(target.id, code.type, line, code.const)
        if isinstance(target, ast.Tuple | ast.List):
            return self._unpack(target, code, line)
        if isinstance(target, ast.Subscript | ast.Attribute):
            return self._element(target, code)
        raise UnsupportedError("unsupported.statement", line, what=quoted(target))

    def _unpack(self, target: ast.Tuple | ast.List, code: Code, line: int) -> Writer:
        kind = code.type
        if not isinstance(kind, TupleType) or len(kind.items) != len(target.elts):
            raise UnsupportedError("unsupported.unpacking", line, what=quoted(target), type=str(kind))
        stores = [self.store(part, item(code, k), line) for k, part in enumerate(target.elts)]

        def write(f: Frame, m: Mask, value: object) -> None:
            for store, each in zip(stores, cast("tuple[object, ...]", value), strict=True):
                store(f, m, each)

        return write

    def _element(self, target: ast.Subscript | ast.Attribute, code: Code) -> Writer:
        element = indexing.target(self.expressions, target)
        if isinstance(element, Code):
            return fill(self.expressions, element, code, target)
        where, store = element.where, indexing.storing(element, code, target)
        return lambda f, m, value: store(f, m, value, *where(f, m))

    def on_augassign(self, node: ast.AugAssign) -> Step | None:
        name = OPERATORS.get(type(node.op), "matmul")
        if isinstance(node.target, ast.Name):
            current = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
            code = self.expressions.binary(name, self.expressions.of(current), self.expressions.of(node.value), node)
            store, run = self.store(node.target, code, node.lineno), code.run

            def step(f: Frame, m: Mask) -> Mask:
                store(f, m, run(f, m))
                return m

            return step
        return self._update(node.target, name, node)

    def _update(self, target: ast.Subscript | ast.Attribute, name: str, node: ast.AugAssign) -> Step:
        element = indexing.element(self.expressions, target)
        slot = self.body.slot(f"({len(self.body.slots)})", element.dtype)
        held = Code(element.dtype, lambda f, m: f.slots[slot])
        value = self.expressions.of(node.value)
        if name == "truediv" and _is_whole(element.dtype) and _is_whole(value.type):
            # numba types the quotient as an integer, computes a float, and then cannot store it
            raise UnsupportedError("unsupported.divided_in_place", node.lineno, target=quoted(target))
        code = self.expressions.binary(name, held, value, node)
        compute = self.expressions.cast(code, element.dtype, node.lineno)

        def step(f: Frame, m: Mask) -> Mask:
            view, index, place = element.where(f, m)
            mover = f.machine.mover
            f.slots[slot] = mover.load(view, index, m, place)
            mover.store(view, index, compute(f, m), m, place)
            return m

        return step

    def on_if(self, node: ast.If) -> Step | None:
        test = self.expressions.truth(node.test)
        if isinstance(test.const, bool):
            return self.suite(node.body if test.const else node.orelse)
        before = dict(self.body.env or {})
        then, then_edge = self._branch(node.body, node.lineno)
        self.body.env = before
        other, other_edge = self._branch(node.orelse, node.lineno)
        self.body.join([edge for edge in (then_edge, other_edge) if edge is not None])
        decide, line = test.run, node.lineno

        def step(f: Frame, m: Mask) -> Mask:
            condition = decide(f, m)
            if f.machine.signals.branch:
                f.machine.branch(line, m, condition)
            if not isinstance(condition, np.ndarray):
                return then(f, m) if condition else other(f, m)
            taken, rest = split(m, condition)
            if rest is False:
                return then(f, m)
            if taken is False:
                return other(f, m)
            first, second = then(f, taken), other(f, rest)
            return m if first is taken and second is rest else either(first, second)

        return step

    def _branch(self, statements: Sequence[ast.stmt], line: int) -> tuple[Step, Edge | None]:
        step = self.suite(statements)
        if self.body.env is None:
            return step, None
        edge = self.body.edge()
        return moving(step, edge, line), edge

    def on_while(self, node: ast.While) -> Step | None:
        return while_loop(self, node)

    def on_for(self, node: ast.For) -> Step | None:
        return for_loop(self, node)

    def on_break(self, node: ast.Break) -> Step | None:
        edge = self._leaves(self._loop(node, "break").breaks)
        moves, line = edge.moves, node.lineno

        def step(f: Frame, m: Mask) -> Mask:
            move(f, m, moves, line)
            f.loops[-1].broken = either(f.loops[-1].broken, m)
            return False

        return step

    def on_continue(self, node: ast.Continue) -> Step | None:
        edge = self._leaves(self._loop(node, "continue").continues)
        moves, line = edge.moves, node.lineno

        def step(f: Frame, m: Mask) -> Mask:
            move(f, m, moves, line)
            f.loops[-1].continued = either(f.loops[-1].continued, m)
            return False

        return step

    def _loop(self, node: ast.stmt, word: str) -> Loop:
        """Python's parser takes a `break` anywhere; its compiler does not."""
        if not self.body.loops:
            raise SourceFaultError("syntax_error", node.lineno, text=f"'{word}' outside loop")
        return self.body.loops[-1]

    def _leaves(self, edges: list[Edge]) -> Edge:
        """Control goes elsewhere in the loop: what follows here is not reached."""
        edge = self.body.edge()
        edges.append(edge)
        self.body.env = None
        return edge

    def on_return(self, node: ast.Return) -> Step | None:
        line = node.lineno
        code = None if node.value is None else self.expressions.of(node.value)
        if code is not None and isinstance(code.type, StaticType):
            raise UnsupportedError("unsupported.statement", line, what=_head(node))
        cell = self.body.give(NONE if code is None else code.type)
        self.body.env = None
        run = None if code is None else code.run

        def step(f: Frame, m: Mask) -> Mask:
            if run is not None:
                value, change = run(f, m), cell[0]
                f.result = select(m, value if change is None else change(value), f.result, line)
            f.returned = either(f.returned, m)
            return False

        return step

    def on_raise(self, node: ast.Raise) -> Step | None:
        """Without debugging the device says nothing: the thread ends there. Only a kernel itself may end one."""
        if self.body.function.role != "kernel" or not endings.is_exception(node, self.body):
            raise UnsupportedError("unsupported.statement", node.lineno, what=_head(node))
        self.body.env = None

        def step(f: Frame, m: Mask) -> Mask:
            f.returned = either(f.returned, m)
            return False

        return step

    def on_assert(self, node: ast.Assert) -> Step | None:
        """One statement, and not an `if` around a `raise`: it is counted and recorded once."""
        endings.check_message(node)
        test = self.expressions.truth(node.test)
        if test.const is True:
            return None
        if self.body.function.role != "kernel":
            raise UnsupportedError("unsupported.statement", node.lineno, what=_head(node))
        if test.const is False:
            self.body.env = None
        decide, line = test.run, node.lineno

        def step(f: Frame, m: Mask) -> Mask:
            condition = decide(f, m)
            if f.machine.signals.branch:
                f.machine.branch(line, m, condition)
            going, failed = split(m, condition)
            f.returned = either(f.returned, failed)
            return going

        return step


def _sequence(steps: list[Step], lines: list[int]) -> Step:
    count = len(steps)
    if not steps:
        return lambda f, m: m

    def run(f: Frame, m: Mask) -> Mask:
        machine = f.machine
        machine.meter.spend(count)
        if machine.signals.steps:
            for step, line in zip(steps, lines, strict=True):
                machine.executed(line, f.depth, m)
                m = step(f, m)
                if m is False:
                    return False
            return m
        for step in steps:
            m = step(f, m)
            if m is False:
                return False
        return m

    return run


def _is_whole(kind: Type) -> bool:
    return isinstance(kind, Scalar) and (kind.is_integer or kind == BOOL)


def _head(node: ast.stmt) -> str:
    return quoted(node).partition("\n")[0][:60]
