"""Makes programs: one body for each function and list of argument types, functions that call each other among them."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from app.simt.body import Body
from app.simt.code import Code
from app.simt.dtypes import constant_of
from app.simt.expressions import Expressions
from app.simt.faults import UnsupportedError
from app.simt.lowering import Lowering
from app.simt.machine import Frame, Program
from app.simt.masks import Mask
from app.simt.names import Function, Symbol, canonical
from app.simt.nesting import NESTED, call_of
from app.simt.quoting import quoted
from app.simt.statements import Statements
from app.simt.types import NONE, Type

MAX_VISITS = 200_000  # nodes lowered, passes over loops included
MAX_DEPTH = 64  # calls within calls


@dataclass(slots=True)
class Routine:
    """A device function for one list of argument types."""

    program: Program
    result: Type | None = None  # None while it is being made and no `return` is known


class Compiler:
    """Lowers one kernel and everything that it calls. A program that is `recorded` tells its assignments and calls."""

    def __init__(self, *, recorded: bool = False) -> None:
        self.recorded = recorded
        self.program = Program(lambda f, m: m)
        self._routines: dict[tuple[Function, tuple[Type, ...]], Routine] = {}
        self._making: dict[tuple[Function, tuple[Type, ...]], Body] = {}
        self._called: dict[Function, Function] = {}
        self._visits = 0
        self._sites: dict[ast.AST, int] = {}

    def kernel(self, function: Function, args: Sequence[Type]) -> Program:
        """The program of a kernel. Raises UnsupportedError."""
        made, result = self._lower(function, args)
        if result != NONE:
            raise UnsupportedError("unsupported.kernel_returns", function.line, name=function.name)
        self.program.line = function.line
        self.program.run, self.program.slots, self.program.names = made.run, made.slots, made.names
        self.program.parameters, self.program.kinds = made.parameters, made.kinds
        return self.program

    def visit(self, node: ast.AST) -> None:
        """Count a node; a module that multiplies its own code is cut off."""
        self._visits += 1
        if self._visits > MAX_VISITS:
            raise UnsupportedError("unsupported.too_large", getattr(node, "lineno", None), limit=MAX_VISITS)

    def site(self, node: ast.AST) -> int:
        """A number for a place that reserves memory. Raises UnsupportedError in a nested function."""
        innermost = next(reversed(self._making.values()), None)
        if innermost is not None and innermost.function.role == NESTED:  # numba reserves anew for each call of it
            raise UnsupportedError("unsupported.call", getattr(node, "lineno", None), name=quoted(node))
        return self._sites.setdefault(node, len(self._sites))

    def symbol(self, path: str) -> object:
        """What an attribute of an import stands for: a number that the library defines, or a further symbol."""
        path = canonical(path)
        number = constant_of(path)
        return Symbol(path) if number is None else number

    def _lower(self, function: Function, args: Sequence[Type]) -> tuple[Program, Type]:
        body = Body(self, function, args)
        key = (function, tuple(args))
        self._making[key] = body
        try:
            while True:
                body.begin()
                statements = Statements(body, Expressions(body))
                run = statements.function()
                result = body.result()
                if body.settled():
                    break
        finally:
            del self._making[key]
        slots = tuple(body.slot(name, kind) for name, kind in zip(function.parameters, args, strict=True))
        return Program(run, function.line, len(body.slots), body.names, slots, tuple(args)), result

    def call(self, lower: Lowering, function: Function, node: ast.Call) -> Code:
        """A call of a device function. Raises UnsupportedError."""
        if function.role == "plain":
            raise UnsupportedError("unsupported.plain_function", node.lineno, name=function.name)
        if function.role == "kernel":  # numba compiles a kernel that another one calls as a device function
            function = self._called.setdefault(function, function.with_role("device", function.signature))
        given = self._bound(lower, function, self._nested_call(lower, function, node))
        routine = self._routine(function, tuple(code.type for code in given), node)
        runs, line, recorded = [code.run for code in given], node.lineno, self.recorded

        def run(f: Frame, m: Mask) -> object:
            program = routine.program
            if f.depth >= MAX_DEPTH:
                raise UnsupportedError("unsupported.recursion", line, name=function.name, limit=MAX_DEPTH)
            inner = Frame(f.machine, [None] * program.slots, program.names, f.depth + 1)
            for slot, each in zip(program.parameters, runs, strict=True):
                inner.slots[slot] = each(f, m)
            if recorded:
                f.machine.called(program, inner, m)
            program.run(inner, m)
            if recorded:
                f.machine.left(f.depth)
            return inner.result

        return Code(cast("Type", routine.result), run)

    def _nested_call(self, lower: Lowering, function: Function, node: ast.Call) -> ast.Call:
        if function.role != NESTED:
            return node
        return call_of(function, node, outside=not lower.body.defines(function))

    def _bound(self, lower: Lowering, function: Function, node: ast.Call) -> list[Code]:
        spec, names = function.node.args, function.parameters
        if spec.vararg or spec.kwarg or spec.kwonlyargs:
            raise UnsupportedError("unsupported.call", node.lineno, name=function.name)
        codes = lower.named_arguments(node, names, len(names) - len(spec.defaults))
        for name, default in zip(names[len(names) - len(spec.defaults) :], spec.defaults, strict=True):
            if name not in codes:
                codes[name] = lower.of(default)
        return [codes[name] for name in names]

    def _routine(self, function: Function, args: tuple[Type, ...], node: ast.Call) -> Routine:
        key = (function, args)
        if key in self._making:
            routine = self._routines[key]
            routine.result = routine.result or self._making[key].known_result()
            if routine.result is None:
                raise UnsupportedError("unsupported.recursion_type", node.lineno, name=function.name)
            return routine
        if key not in self._routines:
            if len(self._making) >= MAX_DEPTH:
                raise UnsupportedError("unsupported.recursion", node.lineno, name=function.name, limit=MAX_DEPTH)
            self._routines[key] = routine = Routine(Program(lambda f, m: m))
            assumed: Type | None = None
            while True:
                routine.result = assumed
                routine.program, result = self._lower(function, args)
                if routine.result in (None, result):
                    break
                assumed = result
            routine.result = result
        return self._routines[key]
