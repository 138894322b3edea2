"""Module-level expressions, worked out without running the learner's Python.

Only literals, arithmetic, and a closed list of constructors are known. Sizes are bounded before anything is
computed, so that `10 ** 10 ** 10` or a huge array costs nothing.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

import numpy as np

from app.simt.allowance import Allowance
from app.simt.dtypes import DTYPES, constant_of
from app.simt.faults import UnsupportedError
from app.simt.literals import BINARY, UNARY
from app.simt.makers import ELEMENTWISE, MAKERS, array_of, dtype_made, instance, mapped
from app.simt.methods import method
from app.simt.names import CPU_JIT, JIT, Decorator, Function, Scope, Symbol, Unknown, canonical
from app.simt.quoting import quoted
from app.simt.room import MAX_ITEMS, NUMBERS, room_behind, stays_small
from app.simt.signature import typed
from app.simt.types import Named, RecordType, TupleClass

_COMPARE: Mapping[type[ast.cmpop], Callable[[Any, Any], object]] = MappingProxyType(
    {
        ast.Eq: operator.eq,
        ast.NotEq: operator.ne,
        ast.Lt: operator.lt,
        ast.LtE: operator.le,
        ast.Gt: operator.gt,
        ast.GtE: operator.ge,
    }
)
_PLAIN = (*NUMBERS, str, type(None))


class Reading(Protocol):
    """Whoever reads the module's statements: where names are, and what functions make."""

    @property
    def scope(self) -> Scope: ...
    @property
    def allowance(self) -> Allowance: ...
    @property
    def constants(self) -> Constants: ...
    def within(self, target: ast.expr, value: object) -> Reading: ...
    def jit(self, symbol: Symbol, node: ast.Call) -> object: ...
    def decorate(self, decorator: object, function: object, line: int) -> object: ...
    def call(self, function: Function, args: Sequence[object], keywords: dict[str, object], line: int) -> object: ...


class Constants:
    """Dispatches on a node's name; a node without a method is unsupported."""

    def __init__(self, reader: Reading) -> None:
        self.reader = reader

    def of(self, node: ast.expr) -> object:
        """The expression's value. Raises UnsupportedError."""
        self.reader.allowance.work(node.lineno)
        method = getattr(self, f"on_{type(node).__name__.lower()}", None)
        if method is None:
            raise _beyond(node)
        try:
            return self._afforded(method(node))
        except (ArithmeticError, TypeError, ValueError, IndexError, MemoryError):
            raise _beyond(node) from None

    def _afforded(self, value: object) -> object:
        if isinstance(value, np.ndarray):
            if value.dtype.hasobject:
                raise TypeError
            self.reader.allowance.take(max(value.size, value.nbytes // 8))
        elif isinstance(value, tuple | list):
            room_behind(value, MAX_ITEMS)
        return value

    def on_constant(self, node: ast.Constant) -> object:
        if node.value is None or isinstance(node.value, bool | int | float | complex | str):
            return node.value
        raise _beyond(node)

    def on_name(self, node: ast.Name) -> object:
        return self.reader.scope.find(node.id)

    def _symbol(self, path: str) -> object:
        path = canonical(path)
        return constant_of(path) if constant_of(path) is not None else Symbol(path)

    def on_attribute(self, node: ast.Attribute) -> object:
        owner = self.of(node.value)
        if isinstance(owner, Symbol):
            return self._symbol(f"{owner.path}.{node.attr}")
        if isinstance(owner, Named) and node.attr in owner.made.fields:
            return owner[owner.made.fields.index(node.attr)]
        if isinstance(owner, np.dtype) and node.attr in {"itemsize", "names"}:
            return owner.itemsize if node.attr == "itemsize" else owner.names
        if isinstance(owner, np.finfo | np.iinfo) and node.attr in {"max", "min", "eps", "tiny", "bits"}:
            return getattr(owner, node.attr)
        if isinstance(owner, np.ndarray) and node.attr in {"size", "ndim", "shape", "T", "dtype"}:
            return {"size": owner.size, "ndim": owner.ndim, "shape": owner.shape, "T": owner.T, "dtype": owner.dtype}[
                node.attr
            ]
        raise _beyond(node)

    def on_tuple(self, node: ast.Tuple) -> object:
        return tuple(self._items(node.elts))

    def on_list(self, node: ast.List) -> object:
        return self._items(node.elts)

    def _items(self, nodes: list[ast.expr]) -> list[object]:
        if len(nodes) > MAX_ITEMS:
            raise _beyond(nodes[0])
        return [self.known(node) for node in nodes]

    def known(self, node: ast.expr) -> object:
        value = self.of(node)
        if isinstance(value, Unknown):
            raise UnsupportedError("unsupported.module", value.line, what=value.what)
        return value

    def on_unaryop(self, node: ast.UnaryOp) -> object:
        operand = self.known(node.operand)
        if not isinstance(operand, (*NUMBERS, np.ndarray)):
            raise _beyond(node)
        with np.errstate(all="ignore"):
            return UNARY[type(node.op)](operand)

    def on_binop(self, node: ast.BinOp) -> object:
        left, right = self.known(node.left), self.known(node.right)
        op = BINARY.get(type(node.op))
        if op is None or not stays_small(node.op, left, right):
            raise _beyond(node)
        with np.errstate(all="ignore"):
            return op(left, right)

    def on_boolop(self, node: ast.BoolOp) -> object:
        value: object = None
        for part in node.values:
            value = self.known(part)
            if not isinstance(value, _PLAIN):
                raise _beyond(node)
            if bool(value) is isinstance(node.op, ast.Or):
                break
        return value

    def on_compare(self, node: ast.Compare) -> object:
        values = [self.known(part) for part in (node.left, *node.comparators)]
        pairs = list(zip(node.ops, values, values[1:], strict=False))
        if any(type(op) not in _COMPARE for op in node.ops) or not all(isinstance(value, _PLAIN) for value in values):
            raise _beyond(node)
        return all(_COMPARE[type(op)](a, b) for op, a, b in pairs)

    def on_dict(self, node: ast.Dict) -> object:
        if len(node.keys) > MAX_ITEMS or None in node.keys:
            raise _beyond(node)
        keys = [self.known(key) for key in node.keys if key is not None]
        return dict(zip(keys, self._items(node.values), strict=True))

    def on_listcomp(self, node: ast.ListComp) -> object:
        found: list[object] = []
        self.rounds(node.generators, node.elt, found)
        return found

    def on_generatorexp(self, node: ast.GeneratorExp) -> object:
        found: list[object] = []
        self.rounds(node.generators, node.elt, found)
        return found

    def rounds(self, generators: list[ast.comprehension], element: ast.expr, found: list[object]) -> None:
        """One `for` of a comprehension, and those within it. Its names stay out of the module's."""
        if not generators:
            found.append(self.known(element))
            self.reader.allowance.take(MAX_ITEMS - room_behind(found[-1], MAX_ITEMS))
            return
        first, rest = generators[0], generators[1:]
        over = self.known(first.iter)
        if not isinstance(over, tuple | list | range) or first.is_async:
            raise _beyond(first.iter)
        for item in over:
            self.reader.allowance.round()
            inner = self.reader.within(first.target, item).constants
            if all(inner.known(test) for test in first.ifs):
                inner.rounds(rest, element, found)

    def put(self, target: ast.Subscript, value: object) -> bool:
        """Store an element, if the array or list, the place and the value are known."""
        try:
            owner, index = self.of(target.value), self._place(target.slice)
        except (UnsupportedError, ValueError, TypeError):
            return False
        if isinstance(owner, list | dict):  # of plain things alone, so that none can come to hold itself
            items = value if isinstance(value, list) and isinstance(index, slice) else [value]
            known = all(isinstance(item, _PLAIN) for item in items)
        else:
            known = isinstance(value, (*_PLAIN, tuple, list, np.ndarray))
        if not known or not isinstance(owner, list | dict | np.ndarray):
            return False
        try:
            owner[index] = value  # type: ignore[call-overload]  # what does not fit raises
        except (TypeError, ValueError, LookupError):
            return False
        return True

    def _place(self, node: ast.expr) -> object:
        """A subscript: numbers, strings, slices, and tuples of them."""
        if isinstance(node, ast.Tuple):
            return tuple(self._place(part) for part in node.elts)
        if isinstance(node, ast.Slice):
            return slice(*(None if part is None else self.known(part) for part in (node.lower, node.upper, node.step)))
        place = self.known(node)
        if isinstance(place, list | np.ndarray):
            raise TypeError  # it would pick elements, of which there may be far more than the array has
        return place

    def on_ifexp(self, node: ast.IfExp) -> object:
        return self.of(node.body if self.known(node.test) else node.orelse)

    def on_subscript(self, node: ast.Subscript) -> object:
        owner = self.known(node.value)
        if isinstance(owner, Symbol | RecordType):
            return typed(owner, node)
        index = self._place(node.slice)
        if isinstance(owner, tuple | list) and isinstance(index, int | slice):
            return owner[index]
        if isinstance(owner, np.ndarray) and isinstance(index, int | tuple | slice):
            return owner[index]
        if isinstance(owner, dict) and isinstance(index, int | str | tuple) and index in owner:
            return owner[index]
        raise _beyond(node)

    def on_lambda(self, node: ast.Lambda) -> object:
        return Function(node, self.reader.scope, "plain", "<lambda>")

    def on_call(self, node: ast.Call) -> object:
        callee = self.known(node.func) if not isinstance(node.func, ast.Attribute) else self._method(node.func)
        if isinstance(callee, Symbol) and callee.path in JIT | CPU_JIT:
            return self.reader.jit(callee, node)
        if any(keyword.arg is None for keyword in node.keywords):
            raise _beyond(node)
        args = [self.known(arg) for arg in node.args]
        named = {str(keyword.arg): self.known(keyword.value) for keyword in node.keywords}
        if isinstance(callee, Function):
            return self.reader.call(callee, args, named, node.lineno)
        if isinstance(callee, Decorator) and len(args) == 1:
            return self.reader.decorate(callee, args[0], node.lineno)
        if isinstance(callee, TupleClass):
            return instance(callee, args, named)
        if isinstance(callee, Symbol):
            return self._build(callee.path, args, named, node)
        if callable(callee) and not named:
            return callee(*args)
        raise _beyond(node)

    def _method(self, node: ast.Attribute) -> object:
        owner = self.known(node.value)
        if not isinstance(owner, np.ndarray):
            return self.on_attribute(node)
        self.reader.allowance.take(owner.size)
        found = method(owner, node.attr)
        if found is None:
            raise _beyond(node)
        return found

    def _build(self, path: str, args: list[object], named: dict[str, object], node: ast.Call) -> object:
        dtype = named.pop("dtype", None)
        if path in {"numpy.array", "numpy.asarray"} and len(args) <= 2 and not named:
            return array_of(args[0], args[1] if len(args) > 1 else dtype)
        if path in DTYPES and len(args) == 1 and isinstance(args[0], NUMBERS):
            return DTYPES[path].dtype.type(args[0])
        if path in DTYPES and len(args) == 1 and isinstance(args[0], list | tuple | np.ndarray):
            return array_of(args[0], DTYPES[path].dtype)
        if path in ELEMENTWISE and len(args) == 1 and dtype is None and not named:
            return mapped(ELEMENTWISE[path], args[0])
        if path == "numpy.dtype" and len(args) in (1, 2) and dtype is None and named.keys() <= {"align"}:
            return dtype_made(args[0], align=named.get("align", args[1] if len(args) == 2 else False))
        maker = MAKERS.get(path)
        if maker is None or named:
            raise _beyond(node)
        return maker(dtype, *args)


def _beyond(node: ast.expr) -> UnsupportedError:
    return UnsupportedError("unsupported.module", node.lineno, what=quoted(node))
