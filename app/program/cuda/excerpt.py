"""A kernel as a module of its own: its text on the lines where it stands, and below it the values that it uses.

numba gives a kernel the values that its names have when it is first compiled, wherever they come from; so does this,
and the one who runs the kernel has to execute nothing of the program for it. A value that no kernel could use becomes
a call that nothing can be known of, which is an error only where the kernel uses it.
"""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from types import CodeType, ModuleType
from typing import Any

import numpy as np

from app.program.cuda.names import Name
from app.program.misuse import MisuseError, unsupported
from app.program.wire import FILE

MOST_ELEMENTS = 16_384  # of a constant array
_IMPORTS = ("import math as _math", "import numpy as _np", "import numba as _numba", "from numba import cuda as _cuda")
Def = ast.FunctionDef | ast.AsyncFunctionDef


class Jitted:
    """A kernel or a device function. `role` is the decorator that makes it one."""

    def __init__(self, py_func: Callable[..., Any], role: str) -> None:
        self.py_func, self.role = py_func, role
        self.__name__ = py_func.__name__


class Excerpts:
    """The excerpts of one program. Each is made once for a kernel and the types of its arguments."""

    def __init__(self, source: str) -> None:
        self._lines = source.split("\n")
        self._functions: dict[tuple[str, int], Def] = {}
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, Def):
                first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                self._functions[node.name, first] = node
        self._made: dict[object, str] = {}

    def of(self, kernel: Jitted, types: object, signature: str) -> str:
        """The kernel's module. Raises a MisuseError where the kernel is not written in the program."""
        key = (kernel, types)
        if key not in self._made:
            excerpt = _Excerpt(self._lines, self._functions)
            excerpt.add(kernel.py_func.__name__, kernel.py_func, f"_cuda.jit({signature})")
            self._made[key] = excerpt.text()
        return self._made[key]


@dataclass(slots=True)
class _Excerpt:
    lines: list[str]
    functions: dict[tuple[str, int], Def]
    placed: dict[int, str] = field(default_factory=dict)  # line of the program, from 0
    below: list[str] = field(default_factory=lambda: [*_IMPORTS])
    bound: dict[str, object] = field(default_factory=dict)

    def text(self) -> str:
        last = max(self.placed)
        return "\n".join([*(self.placed.get(at, "") for at in range(last + 1)), *self.below, ""])

    def add(self, name: str, function: Callable[..., Any], decorator: str) -> None:
        """A function under the name by which it is called, and everything that it uses."""
        if self._known(name, function):
            return
        self._place(function, name)
        for free, value in _free(function):
            self._bind(free, value)
        if name != function.__name__:
            self.below.append(f"{name} = {function.__name__}")
        if decorator:
            self.below.append(f"{name} = {decorator}({name})")

    def _known(self, name: str, value: object) -> bool:
        if name in self.bound:
            if self.bound[name] is not value:
                raise unsupported(f"a kernel whose functions mean different things by {name}")
            return True
        self.bound[name] = value
        return False

    def _place(self, function: Callable[..., Any], name: str) -> None:
        code = function.__code__
        node = self.functions.get((function.__name__, code.co_firstlineno)) if code.co_filename == FILE else None
        if node is None or not isinstance(node, ast.FunctionDef):
            raise unsupported(f"{name}, which is not a function with `def` in this program")
        for at in range(node.lineno - 1, node.end_lineno or node.lineno):
            line = self.lines[at]
            indent = line[: node.col_offset]
            self.placed[at] = line[node.col_offset :] if not indent.strip() else line.lstrip()

    def _bind(self, name: str, value: object) -> None:
        if name in self.bound and self.bound[name] is value:
            return
        if isinstance(value, Jitted):
            self.add(name, value.py_func, value.role)
        elif inspect.isfunction(value) and value.__code__.co_filename == FILE:
            self.add(name, value, "")
        elif not self._known(name, value):
            self.below.append(_binding(name, value))


def _free(function: Callable[..., Any]) -> Iterator[tuple[str, object]]:
    """The names that the function takes from outside, with the values that they have now."""
    code = function.__code__
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        with suppress(ValueError):  # it has no value yet, and perhaps never will
            yield name, cell.cell_contents
    for name in dict.fromkeys(_names(code)):
        if name in function.__globals__:
            yield name, function.__globals__[name]


def _names(code: CodeType) -> Iterator[str]:
    """Every name that is no local one, those of attributes among them."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _binding(name: str, value: object) -> str:
    """A line that gives `name` this value."""
    if isinstance(value, Name | ModuleType):
        path = value.path if isinstance(value, Name) else value.__name__
        return _imported(path, name)
    module, own = getattr(value, "__module__", None), getattr(value, "__name__", None)
    if isinstance(value, np.ufunc) or (isinstance(value, type) and issubclass(value, np.generic)):
        return _imported(f"numpy.{own}", name)
    if module in ("math", "numpy") and isinstance(own, str):
        return _imported(f"{module}.{own}", name)
    if isinstance(own, str) and getattr(builtins, own, None) is value:
        return f"{name} = {own}"
    try:
        return f"{name} = {_literal(value)}"
    except MisuseError:
        return f"{name} = {type(value).__name__ if type(value) in (list, dict, set) else 'object'}()"


def _imported(path: str, name: str) -> str:
    owner, _, last = path.rpartition(".")
    return f"from {owner} import {last} as {name}" if owner else f"import {path} as {name}"


def _literal(value: object) -> str:
    """The value as source. Raises a MisuseError for one that no kernel can use."""
    if isinstance(value, bool | np.bool_):
        return repr(bool(value)) if isinstance(value, bool) else f"_np.bool_({bool(value)})"
    if isinstance(value, int | float | complex) and not isinstance(value, np.generic):
        return _number(value)
    if isinstance(value, np.generic) and value.dtype.kind in "biufc":
        return f"_np.{value.dtype.name}({_number(value.item())})"
    if isinstance(value, tuple):
        return f"({''.join(_literal(part) + ', ' for part in value)})"
    if isinstance(value, np.ndarray) and value.dtype.kind in "biufc" and value.size <= MOST_ELEMENTS:
        return f"_np.array({_nested(value.tolist())}, dtype=_np.{value.dtype.name})"
    raise unsupported("such a constant")


def _nested(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_nested, value))}]"
    return repr(value) if isinstance(value, bool) else _number(value)


def _number(value: object) -> str:
    if isinstance(value, complex):
        return f"complex({_number(value.real)}, {_number(value.imag)})"
    if isinstance(value, float) and not np.isfinite(value):
        return "_math.nan" if np.isnan(value) else "_math.inf" if value > 0 else "-_math.inf"
    return repr(value)
