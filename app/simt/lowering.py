"""What the pieces of the lowering ask of one another.

Expressions call builtins, and builtins lower their arguments through expressions; these faces keep the files from
importing each other in rings.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from app.simt.code import Code, Run
from app.simt.machine import Program
from app.simt.names import Function
from app.simt.types import Type


class Lowering(Protocol):
    """Turns the expressions of one function into code. All of it raises UnsupportedError."""

    @property
    def body(self) -> Place: ...
    def of(self, node: ast.expr) -> Code: ...
    def truth(self, node: ast.expr) -> Code: ...
    def cast(self, code: Code, target: Type, line: int) -> Run: ...
    def name(self, found: object, name: str, node: ast.expr) -> Code: ...
    def binary(self, name: str, left: Code, right: Code, node: ast.expr | ast.stmt) -> Code: ...
    def arguments(self, node: ast.Call, least: int, most: int | None = None) -> list[Code]: ...
    def named_arguments(self, node: ast.Call, names: Sequence[str], required: int) -> dict[str, Code]: ...


class Place(Protocol):
    """Where in a function the lowering is."""

    @property
    def compiler(self) -> Making: ...
    @property
    def target(self) -> str: ...  # the name that is being assigned, "" elsewhere
    @property
    def discarded(self) -> Collection[ast.expr]: ...  # calls whose result nobody takes
    @property
    def locals(self) -> Collection[str]: ...  # names that the function sets
    @property
    def slots(self) -> Mapping[tuple[str, Type], int]: ...
    def slot(self, name: str, kind: Type) -> int: ...
    def defines(self, function: Function) -> bool: ...


class Making(Protocol):
    """The program that is being made."""

    @property
    def program(self) -> Program: ...
    @property
    def recorded(self) -> bool: ...  # whether its assignments and calls are told
    def visit(self, node: ast.AST) -> None: ...
    def site(self, node: ast.AST) -> int: ...
    def symbol(self, path: str) -> object: ...
    def call(self, lower: Lowering, function: Function, node: ast.Call) -> Code: ...
