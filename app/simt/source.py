"""A learner's module, read without being executed.

Imports become `Symbol`s, constants are worked out by our own rules, functions are kept as syntax. A name whose
value cannot be known that way is an `Unknown` with its line: it is an error only if a kernel uses it.
What is not covered: module-level loops, `with`, `try` and classes make the names they set unknown.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Sequence
from copy import copy

import numpy as np

from app.simt.allowance import Allowance
from app.simt.constants import Constants
from app.simt.dtypes import constant_of
from app.simt.faults import SourceFaultError, UnsupportedError
from app.simt.makers import harmless
from app.simt.methods import PURE_METHODS
from app.simt.names import CPU_JIT, JIT, Decorator, Function, Scope, Symbol, Unknown, canonical
from app.simt.parsing import parse
from app.simt.scopes import same_scope, set_names
from app.simt.signature import declared
from app.simt.types import TupleClass

_MAGIC = frozenset({"exec", "eval", "globals", "vars", "setattr", "__import__"})
MAX_NESTED = 20  # factories within factories


def read(source: str) -> Scope:
    """The names of the learner's module. Raises SourceFaultError or UnsupportedError."""
    scope = Scope(names={"__name__": "learner"})
    tree = parse(source)
    declared_global = {name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names}
    Reader(scope, 0, Allowance(declared_global=frozenset(declared_global))).run(tree.body)
    return scope


def kernel(scope: Scope, entry: str) -> Function:
    """The kernel called `entry`. Raises SourceFaultError or UnsupportedError."""
    found = scope.names.get(entry)
    if isinstance(found, Unknown):
        raise UnsupportedError("unsupported.module", found.line, what=found.what)
    if not isinstance(found, Function):
        raise SourceFaultError("missing_entry", None, name=entry)
    if found.role != "kernel":
        key = "missing_entry.device" if found.role == "device" else "missing_entry.undecorated"
        raise SourceFaultError(key, found.line, name=entry)
    return found


class Reader:
    """Goes through statements as running them would, as far as that needs no learner code to run."""

    def __init__(self, scope: Scope, depth: int, allowance: Allowance) -> None:
        self.scope, self.depth, self.allowance = scope, depth, allowance
        self.constants = Constants(self)
        self.left = False  # whether a `return` was met
        self.result: object = None

    def run(self, statements: Sequence[ast.stmt]) -> object:
        """The value of the first `return`, None where there is none."""
        for statement in statements:
            if self.left:
                break
            self.allowance.work(statement.lineno)
            method = getattr(self, f"on_{type(statement).__name__.lower()}", None)
            if method is None:
                self._forget(statement)
            else:
                method(statement)
        return self.result

    def on_return(self, node: ast.Return) -> None:
        self.left = True
        self.result = None if node.value is None else self.value(node.value)

    def value(self, node: ast.expr) -> object:
        """What the expression stands for; an Unknown where only running it would tell."""
        try:
            return self.constants.of(node)
        except UnsupportedError as fault:
            return Unknown(fault.line or node.lineno, str(fault.args_.get("what", "")))

    def on_import(self, node: ast.Import) -> None:
        for alias in node.names:
            if alias.asname:
                self.scope.names[alias.asname] = Symbol(canonical(alias.name))
            else:
                root = alias.name.partition(".")[0]
                self.scope.names[root] = Symbol(root)

    def on_importfrom(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            if alias.name == "*":
                self._star(node)
            elif node.module != "__future__":
                self.scope.names[alias.asname or alias.name] = imported(f"{node.module}.{alias.name}")

    def _star(self, node: ast.ImportFrom) -> None:
        if node.module != "math":
            raise UnsupportedError("unsupported.module", node.lineno, what=f"from {node.module} import *")
        self.scope.names.update({name: imported(f"math.{name}") for name in vars(math) if not name.startswith("_")})

    def on_functiondef(self, node: ast.FunctionDef) -> None:
        found: object = Function(node, self.scope, "plain", node.name)
        for decorator in reversed(node.decorator_list):
            found = self.decorate(self.value(decorator), found, node.lineno)
        self.scope.names[node.name] = found

    def decorate(self, decorator: object, function: object, line: int) -> object:
        """The function behind one decorator."""
        if isinstance(function, Function):
            if isinstance(decorator, Symbol) and decorator.path in JIT:
                return function.with_role("kernel", None)
            if isinstance(decorator, Symbol) and decorator.path in CPU_JIT:
                return function.with_role("device", None)
            if isinstance(decorator, Decorator):
                return function.with_role(decorator.role, decorator.signature)
        return Unknown(line, "a decorator")

    def jit(self, symbol: Symbol, node: ast.Call) -> object:
        """`cuda.jit(...)`: a kernel where it is given a function, else the decorator."""
        options = {keyword.arg: keyword.value for keyword in node.keywords}
        device = options.get("device")
        role = "device" if symbol.path in CPU_JIT or (device is not None and self.value(device) is True) else "kernel"
        first = node.args[0] if node.args else options.get("signature_or_function", options.get("func_or_sig"))
        given = None if first is None else self.value(first)
        if isinstance(given, Function):
            return given.with_role(role, None)
        if isinstance(first, ast.Lambda):
            return Function(first, self.scope, role, "<lambda>")
        return Decorator(role, None if first is None else declared(given, first, self.value))

    def on_assign(self, node: ast.Assign) -> None:
        value = self.made(node.value)
        for target in node.targets:
            self.bind(target, value)

    def bind(self, target: ast.expr, value: object) -> None:
        """Give names their value; a store into an array makes the array unknown."""
        if isinstance(target, ast.Name):
            self.scope.names[target.id] = value
        elif isinstance(target, ast.Subscript) and self.constants.put(target, value):
            return
        elif isinstance(target, ast.Tuple | ast.List) and isinstance(value, tuple | list):
            if len(value) == len(target.elts) and not any(isinstance(e, ast.Starred) for e in target.elts):
                for part, item in zip(target.elts, value, strict=True):
                    self.bind(part, item)
            else:
                self._forget_names(target)
        else:
            self._forget_names(target)

    def on_classdef(self, node: ast.ClassDef) -> None:
        """Of classes, those of named tuples alone are known."""
        named = [base for base in map(self.value, node.bases) if base == Symbol("typing.NamedTuple")]
        fields = [part for part in node.body if isinstance(part, ast.AnnAssign) and part.value is None]
        names = [part.target.id for part in fields if isinstance(part.target, ast.Name)]
        if not named or len(node.bases) > 1 or len(names) != len(node.body) or node.decorator_list:
            return self._forget(node)
        self.scope.names[node.name] = TupleClass(node.name, tuple(names))
        return None

    def on_annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.bind(node.target, self.made(node.value))

    def on_augassign(self, node: ast.AugAssign) -> None:
        if not isinstance(node.target, ast.Name | ast.Subscript):
            return self._forget_names(node.target)
        current = copy(node.target)
        current.ctx = ast.Load()
        held, made = self.value(current), self.value(ast.copy_location(ast.BinOp(current, node.op, node.value), node))
        if isinstance(made, Unknown):
            self._effects(node.value)
        if isinstance(held, np.ndarray | list):  # changed in place, under all its names
            whole = ast.copy_location(ast.Subscript(current, ast.Slice(), ast.Store()), node)
            return self.bind(whole, made)
        return self.bind(node.target, made)

    def on_if(self, node: ast.If) -> None:
        test = self.value(node.test)
        if isinstance(test, bool | int | float | str | tuple | np.generic):
            self.run(node.body if test else node.orelse)
        else:
            self._forget(node)

    def on_expr(self, node: ast.Expr) -> None:
        self.made(node.value)

    def on_global(self, node: ast.Global) -> None:
        """What a function sets so stays unknown outside it."""
        if self.depth:
            self._top().names.update({name: Unknown(node.lineno, name) for name in node.names})

    def made(self, node: ast.expr) -> object:
        """The expression's value; where only running it would tell, what it may change is unknown from here on."""
        value = self.value(node)
        if isinstance(value, Unknown):
            self._effects(node)
        return value

    def on_for(self, node: ast.For) -> None:
        """Rounds over things that are known; a loop with a way out of it is forgotten."""
        over = self.value(node.iter)
        if not isinstance(over, tuple | list | range) or any(map(_jumps, ast.walk(node))):
            return self._forget(node)
        for item in over:
            try:
                self.allowance.round()
            except ValueError:
                return self._forget(node)
            self.bind(node.target, item)
            self.run(node.body)
        return None

    def _effects(self, node: ast.expr) -> None:
        """A call cannot change what a kernel sees, except through its arrays and `global`."""
        parts = list(ast.walk(node))
        self.allowance.work(node.lineno, len(parts))
        for call in (part for part in parts if isinstance(part, ast.Call)):
            callee = self.value(call.func)
            if isinstance(callee, Symbol) and callee.name in _MAGIC:
                raise UnsupportedError("unsupported.module", node.lineno, what=callee.name)
            if isinstance(callee, Symbol) and harmless(callee.path):
                continue
            if not isinstance(callee, Symbol | Decorator):
                self._forget_globals(call)
            method = call.func if isinstance(call.func, ast.Attribute) else None
            if method is None or method.attr not in PURE_METHODS:
                self._poison(call)

    def _forget_globals(self, call: ast.Call) -> None:
        if not (isinstance(call.func, ast.Subscript) and self._is_kernel(call.func.value)):
            self._top().names.update({name: Unknown(call.lineno, name) for name in self.allowance.declared_global})

    def _top(self) -> Scope:
        scope = self.scope
        while scope.parent is not None:
            scope = scope.parent
        return scope

    def _is_kernel(self, node: ast.expr) -> bool:
        found = self.value(node)
        return isinstance(found, Function) and found.role == "kernel"

    def _poison(self, node: ast.AST) -> None:
        """Whatever is named here and can be changed in place may have changed, under all its names."""
        parts, line = list(ast.walk(node)), getattr(node, "lineno", None)
        self.allowance.work(line, len(parts))
        named = {part.id for part in parts if isinstance(part, ast.Name)}
        held = [value for value in map(self.scope.find, named) if isinstance(value, np.ndarray | list | dict)]
        scope: Scope | None = self.scope
        while scope is not None and held:
            self.allowance.work(line, len(scope.names) * len(held))
            for name, value in list(scope.names.items()):
                if any(value is one or _overlap(value, one) for one in held):
                    scope.names[name] = Unknown(line or 0, name)
            scope = scope.parent

    def within(self, target: ast.expr, value: object) -> Reader:
        """A reader of one round of a comprehension."""
        inner = Reader(Scope(self.scope, {}), self.depth, self.allowance)
        inner.bind(target, value)
        return inner

    def on_pass(self, node: ast.Pass) -> None:
        """Nothing to do."""

    def on_assert(self, node: ast.Assert) -> None:
        """Nothing that a kernel would see."""

    def _forget(self, statement: ast.stmt) -> None:
        names = [name for part in same_scope(statement) for name in set_names(part)]
        self._poison(statement)
        for name in names:
            self.scope.names[name] = Unknown(statement.lineno, name)
        if any(isinstance(part, ast.Return) for part in same_scope(statement)):
            self.left, self.result = True, Unknown(statement.lineno, "return")

    def _forget_names(self, target: ast.expr) -> None:
        self._poison(target)
        for part in ast.walk(target):
            if isinstance(part, ast.Name):
                self.scope.names[part.id] = Unknown(target.lineno, part.id)

    def call(self, function: Function, args: Sequence[object], keywords: dict[str, object], line: int) -> object:
        """What a factory returns: its body is read as the module is."""
        self.allowance.call()
        if self.depth >= MAX_NESTED or isinstance(function.node, ast.Lambda):
            raise UnsupportedError("unsupported.module", line, what=function.name)
        given = dict(zip(function.parameters, args, strict=False))
        given.update(keywords)
        spec = function.node.args
        inner = Reader(Scope(function.scope, given), self.depth + 1, self.allowance)
        names = function.parameters
        for name, default in zip(names[len(names) - len(spec.defaults) :], spec.defaults, strict=True):
            if name not in given:
                given[name] = self.value(default)
        if set(given) != set(names) or len(args) > len(names) or spec.vararg or spec.kwarg or spec.kwonlyargs:
            raise UnsupportedError("unsupported.module", line, what=function.name)
        return inner.run(function.node.body)


def imported(path: str) -> object:
    """What a library calls so: a number, or a symbol to be looked up when it is used."""
    path = canonical(path)
    number = constant_of(path)
    return Symbol(path) if number is None else number


def _jumps(node: ast.AST) -> bool:
    return isinstance(node, ast.Break | ast.Continue | ast.Return) or bool(getattr(node, "orelse", ()))


def _overlap(one: object, other: object) -> bool:
    return isinstance(one, np.ndarray) and isinstance(other, np.ndarray) and _root(one) is _root(other)


def _root(array: np.ndarray) -> np.ndarray:
    """Whose memory a view looks into. Which bytes two views share can take NumPy longer than anybody waits."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array
