"""What a `for` goes over: ranges, tuples, arrays, enumerate and zip."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import numpy as np

from app.simt.access import Subscript
from app.simt.affine import Affine, dense
from app.simt.code import Code, Run, Series
from app.simt.endings import halt
from app.simt.faults import UnsupportedError
from app.simt.literals import unlisted
from app.simt.lowering import Lowering
from app.simt.machine import Frame
from app.simt.masks import Mask
from app.simt.memory import Reference, View
from app.simt.names import Symbol
from app.simt.operators import RANGE
from app.simt.quoting import quoted
from app.simt.types import INT64, ArrayType, RecordType, Scalar, TupleType, Type, unify

Item = Callable[[int, Mask], object]


def series(lower: Lowering, node: ast.expr) -> Series:
    """What `for x in node` goes over. Raises UnsupportedError."""
    node = unlisted(node)
    if isinstance(node, ast.Call):
        callee = lower.of(node.func)
        path = callee.const.path if isinstance(callee.const, Symbol) else ""
        make = {
            "builtins.range": _range,
            "builtins.enumerate": _enumerate,
            "builtins.zip": _zip,
        }.get(path)
        if make is not None:
            return make(lower, node)
    code = lower.of(node)
    if isinstance(code.type, TupleType):
        return _tuple(lower, code, node)
    if isinstance(code.type, ArrayType) and code.type.ndim > 0:
        return _array(code, node)
    raise UnsupportedError("unsupported.iteration", node.lineno, what=quoted(node))


def _range(lower: Lowering, node: ast.Call) -> Series:
    codes = lower.arguments(node, 1, 3)
    found = RANGE.select([code.type for code in codes])
    if found is None:
        raise UnsupportedError("unsupported.iteration", node.lineno, what=quoted(node))
    kind = cast("Scalar", found.result)
    runs = [lower.cast(code, kind, node.lineno) for code in codes]
    if len(runs) == 1:
        runs.insert(0, _constantly(kind.dtype.type(0)))
    if len(runs) == 2:
        runs.append(_constantly(kind.dtype.type(1)))
    first, last, by = runs

    def begin(f: Frame, m: Mask) -> tuple[object, Item]:
        start, stop, step = first(f, m), last(f, m), by(f, m)
        if not isinstance(step, np.integer) or not step:
            halt(m, dense(step) == 0, node)  # numba: `rangeobj.py`
        trips = _trips(start, stop, step)
        if isinstance(start, np.integer) and isinstance(step, np.integer):
            origin, stride, make = int(start), int(step), kind.dtype.type
            return trips, lambda k, mask: make(origin + k * stride)
        return trips, lambda k, mask: start if k == 0 else _after(start, step, k, kind)

    return Series(kind, begin)


def _constantly(value: object) -> Run:
    return lambda f, m: value


def _after(start: Any, step: Any, k: int, kind: Scalar) -> object:
    way = step * kind.dtype.type(k) if not isinstance(step, Affine) else step * k
    return start + way


def _trips(start: object, stop: object, step: object) -> object:
    """How often the loop runs: an int, or one count a lane; none for a lane that has no part in it and a step of 0."""
    if all(isinstance(value, np.integer) for value in (start, stop, step)):
        low, high, by = int(cast("int", start)), int(cast("int", stop)), int(cast("int", step))
        return len(range(low, high, by)) if by and abs(high - low) // abs(by) < 1 << 62 else 0
    low_, high_, by_ = (np.asarray(dense(value)) for value in (start, stop, step))
    if low_.dtype.kind == "u":
        count = np.where(high_ > low_, (high_ - low_ + by_ - 1) // np.where(by_ == 0, 1, by_), 0)
        return np.where(by_ == 0, 0, count).astype(np.int64)
    low_, high_, by_ = (value.astype(np.int64, copy=False) for value in (low_, high_, by_))
    safe = np.where(by_ == 0, 1, by_)
    count = (high_ - low_ + safe - np.sign(safe)) // safe
    return np.where(by_ == 0, 0, np.maximum(count, 0))


def _tuple(lower: Lowering, code: Code, node: ast.expr) -> Series:
    items = cast("TupleType", code.type).items
    if not items:
        return Series(INT64, lambda f, m: (0, lambda k, mask: np.int64(0)))
    kind: Type | None = items[0]
    if any(item != kind for item in items) or unify(items[0], items[0]) is None:
        raise UnsupportedError("unsupported.iteration", node.lineno, what=quoted(node))
    run, count = code.run, len(items)

    def begin(f: Frame, m: Mask) -> tuple[object, Item]:
        values = cast("tuple[object, ...]", run(f, m))
        return count, lambda k, mask: values[k]

    return Series(items[0], begin)


def _array(code: Code, node: ast.expr) -> Series:
    kind, run = cast("ArrayType", code.type), code.run
    place = Subscript(node.lineno, node.col_offset, (True,))
    item_type = kind.dtype if kind.ndim == 1 else ArrayType(kind.dtype, kind.ndim - 1, kind.writable)

    def begin(f: Frame, m: Mask) -> tuple[object, Item]:
        view = cast("View", run(f, m))
        if kind.ndim == 1 and isinstance(kind.dtype, RecordType):
            return view.shape[0], lambda k, mask: Reference(view, (np.int64(k),), (True,))
        if kind.ndim == 1:
            return view.shape[0], lambda k, mask: f.machine.mover.load(view, (np.int64(k),), mask, place)
        return view.shape[0], lambda k, mask: _row(view, k)

    return Series(item_type, begin)


def _row(view: View, k: int) -> View:
    offset = view.offset + k * view.strides[0]
    return replace(view, offset=offset, shape=view.shape[1:], strides=view.strides[1:])


def _enumerate(lower: Lowering, node: ast.Call) -> Series:
    codes = lower.named_arguments(node, ("iterable", "start"), 0) if node.keywords else {}
    start = codes.get("start")
    if not node.keywords and len(node.args) == 2:
        start = lower.of(node.args[1])
    if not node.args:
        raise UnsupportedError("unsupported.iteration", node.lineno, what=quoted(node))
    inner = series(lower, node.args[0])
    first = _constantly(np.int64(0)) if start is None else lower.cast(start, INT64, node.lineno)

    def begin(f: Frame, m: Mask) -> tuple[object, Item]:
        trips, item = inner.begin(f, m)
        origin = first(f, m)
        return trips, lambda k, mask: (origin + np.int64(k), item(k, mask))

    return Series(TupleType((INT64, inner.type)), begin)


def _zip(lower: Lowering, node: ast.Call) -> Series:
    if node.keywords or not node.args:
        raise UnsupportedError("unsupported.iteration", node.lineno, what=quoted(node))
    parts = [series(lower, arg) for arg in node.args]

    def begin(f: Frame, m: Mask) -> tuple[object, Item]:
        begun = [part.begin(f, m) for part in parts]
        trips: object = begun[0][0]
        for other, _ in begun[1:]:
            if isinstance(trips, int) and isinstance(other, int):
                trips = min(trips, other)
            else:
                trips = np.minimum(dense(trips), dense(other))
        return trips, lambda k, mask: tuple(item(k, mask) for _, item in begun)

    return Series(TupleType(tuple(part.type for part in parts)), begin)
