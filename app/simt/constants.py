"""Module-level expressions, worked out without running the learner's Python.

Only literals, arithmetic, and a closed list of constructors are known. Sizes are bounded before anything is
computed, so that `10 ** 10 ** 10` or a huge array costs nothing.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, Protocol

import numpy as np

from app.simt.dtypes import DTYPES, constant_of
from app.simt.faults import FaultError, UnsupportedError
from app.simt.literals import BINARY, UNARY
from app.simt.makers import (
    ELEMENTWISE,
    MAKERS,
    MAX_BITS,
    MAX_ELEMENTS,
    MAX_ITEMS,
    NUMBERS,
    affordable,
    array_of,
    dtype_made,
    dtype_of,
    instance,
    mapped,
    room_behind,
    small_power,
)
from app.simt.names import CPU_JIT, JIT, Decorator, Function, Scope, Symbol, Unknown, canonical
from app.simt.quoting import quoted
from app.simt.signature import typed
from app.simt.types import Named, RecordType, TupleClass

MAX_WORK = 250_000

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
PURE_METHODS = frozenset(
    {
        "astype",
        "reshape",
        "sum",
        "mean",
        "min",
        "max",
        "copy",
        "ravel",
        "flatten",
        "transpose",
        "tolist",
        "prod",
        "item",
    }
)
_PLAIN = (*NUMBERS, str, type(None))


_ORDERS = frozenset({"C", "F", "A", "K"})  # the only texts that a method of an array is given


@dataclass(slots=True)
class Allowance:
    """What reading one module may cost in all. The methods raise ValueError when it is used up.

    `work`, which bounds time, raises a FaultError that ends the reading.
    """

    elements: int = 1 << 22  # of arrays, those that are thrown away among them
    works: int = MAX_WORK  # pieces of syntax, each as often as it is gone through
    calls: int = 500  # of factories
    rounds: int = 10_000  # of loops and comprehensions
    declared_global: frozenset[str] = frozenset()  # names that some function of the module may set anew

    def take(self, elements: int) -> None:
        self.elements -= elements
        if self.elements < 0:
            raise ValueError

    def work(self, line: int | None, pieces: int = 1) -> None:
        self.works -= pieces
        if self.works < 0:
            raise FaultError("unsupported.too_much", line, limit=MAX_WORK)

    def round(self) -> None:
        self.rounds -= 1
        if self.rounds < 0:
            raise ValueError

    def call(self) -> None:
        self.calls -= 1
        if self.calls < 0:
            raise ValueError


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
        if op is None or not _affordable(node.op, left, right):
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
        if node.attr == "astype":
            return partial(_cast, owner)
        if node.attr in PURE_METHODS:
            return partial(_asked, getattr(owner, node.attr))
        raise _beyond(node)

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


def _cast(owner: np.ndarray, dtype: object) -> np.ndarray:
    affordable(owner.shape, kind := dtype_of(dtype))
    return owner.astype(kind)


def _asked(method: Callable[..., object], *args: object) -> object:
    """What a method of an array gives: of axes, shapes and orders, but with no dtype whose elements could grow."""
    flat = [item for arg in args for item in (arg if isinstance(arg, tuple) else (arg,))]
    if not all(item is None or item in _ORDERS or isinstance(item, int | np.integer) for item in flat):
        raise TypeError
    return method(*args)


def _affordable(op: ast.operator, left: object, right: object) -> bool:
    """Whether the result stays small: a module's constants are numbers, short tuples and arrays."""
    if isinstance(left, tuple | list) or isinstance(right, tuple | list):
        return _short(op, left, right)
    kinds = (*NUMBERS, np.ndarray)
    if not isinstance(left, kinds) or not isinstance(right, kinds):
        return False
    if isinstance(left, np.ndarray) or isinstance(right, np.ndarray):
        return math.prod(np.broadcast_shapes(np.shape(left), np.shape(right))) <= MAX_ELEMENTS
    if isinstance(left, int) and isinstance(right, int):
        if isinstance(op, ast.Pow):
            return small_power(left, right)
        if isinstance(op, ast.LShift):
            return left.bit_length() + right <= MAX_BITS
        return left.bit_length() + right.bit_length() <= 2 * MAX_BITS
    return True


def _short(op: ast.operator, left: object, right: object) -> bool:
    if isinstance(left, tuple | list) and isinstance(right, tuple | list):
        return isinstance(op, ast.Add) and type(left) is type(right) and len(left) + len(right) <= MAX_ITEMS
    items, times = (left, right) if isinstance(left, tuple | list) else (right, left)
    return (
        isinstance(op, ast.Mult)
        and isinstance(items, tuple | list)
        and isinstance(times, int)
        and len(items) * max(times, 0) <= MAX_ITEMS
    )
