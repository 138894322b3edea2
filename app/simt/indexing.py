"""Subscripts: items of tuples, elements of arrays, and views by slices."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np

from app.simt import records
from app.simt.access import REPORTED, Subscript
from app.simt.affine import dense
from app.simt.code import Code, Run, described
from app.simt.compose import item, tuple_of
from app.simt.endings import halt
from app.simt.faults import UnsupportedError
from app.simt.lowering import Lowering
from app.simt.machine import Frame
from app.simt.masks import Mask
from app.simt.memory import Reference, View
from app.simt.quoting import quoted
from app.simt.rows import either_known, row, scaled
from app.simt.types import BOOL, INT64, ArrayType, ElementType, RecordType, Scalar, TupleType
from app.simt.values import caster, select


@dataclass(frozen=True, slots=True)
class Axis:
    """One part of a subscript: an integer (`at`), or a slice (`at` is None). `pure`: its value touches no memory."""

    at: Run | None
    signed: bool = True
    bounds: tuple[Run | None, Run | None, Run | None] = (None, None, None)
    pure: bool = False


def of_tuple(lower: Lowering, owner: Code, node: ast.Subscript) -> Code:
    """An item of a tuple, by a constant or, where all items are alike, by a value."""
    kind = cast("TupleType", owner.type)
    if isinstance(node.slice, ast.Slice):
        bounds = [
            None if b is None else lower.of(b).const for b in (node.slice.lower, node.slice.upper, node.slice.step)
        ]
        if all(bound is None or isinstance(bound, int) for bound in bounds):
            chosen = range(len(kind.items))[slice(*cast("list[int | None]", bounds))]
            return tuple_of([item(owner, k) for k in chosen])
        raise UnsupportedError("unsupported.syntax", node.lineno, what=quoted(node))
    index = lower.of(node.slice)
    if isinstance(index.const, int):
        if not -len(kind.items) <= index.const < len(kind.items):
            raise UnsupportedError("unsupported.syntax", node.lineno, what=quoted(node))
        return item(owner, index.const % len(kind.items))
    return _dynamic(lower, owner, index, node)


def _dynamic(lower: Lowering, owner: Code, index: Code, node: ast.Subscript) -> Code:
    items = cast("TupleType", owner.type).items
    first = items[0] if items else None
    if first is None or any(other != first for other in items) or not _is_integer(index):
        raise UnsupportedError("unsupported.syntax", node.lineno, what=quoted(node))
    tuple_run, at, line, count = owner.run, index.run, node.lineno, len(items)

    def run(f: Frame, m: Mask) -> object:
        values, where = cast("tuple[object, ...]", tuple_run(f, m)), dense(at(f, m))
        halt(m, (where < -count) | (where >= count), node)  # `getitem_unituple`
        wrapped = where % count
        if not isinstance(wrapped, np.ndarray):
            return values[int(wrapped)]
        result = values[0]
        for k in range(1, count):
            result = select(wrapped == k, values[k], result, line)
        return result

    return Code(first, run)


def load(lower: Lowering, owner: Code, node: ast.Subscript) -> Code:
    """An element of an array, or a view of it."""
    kind = cast("ArrayType", owner.type)
    if isinstance(kind.dtype, RecordType) and isinstance(key := records.key_of(lower, node.slice), str):
        return records.field_array(owner, key, node)
    axes = axes_of(lower, kind, node)
    array = owner.run
    if len(axes) < kind.ndim or any(axis.at is None for axis in axes):
        return _view(owner, axes, node)
    if isinstance(kind.dtype, RecordType):
        return _record(owner, kind.dtype, axes)
    place = _place(axes, node)
    runs = cast("list[Run]", [axis.at for axis in axes])

    def run(f: Frame, m: Mask) -> object:
        return f.machine.mover.load(_array(array(f, m)), [at(f, m) for at in runs], m, place)

    def peek(f: Frame, m: Mask) -> object:
        return f.machine.mover.load(_array(array(f, m)), [at(f, m) for at in runs], m, place, copied=False)

    quiet = owner.pure and all(axis.pure for axis in axes)
    return Code(kind.dtype, run, peek=peek if quiet else None)


def _record(owner: Code, kind: RecordType, axes: Sequence[Axis]) -> Code:
    array, runs = owner.run, cast("list[Run]", [axis.at for axis in axes])
    signed = tuple(axis.signed for axis in axes)

    def run(f: Frame, m: Mask) -> object:
        return Reference(_array(array(f, m)), tuple([at(f, m) for at in runs]), signed)

    return Code(kind, run, pure=owner.pure)


Where = tuple[View, Sequence[object], Subscript]


@dataclass(frozen=True, slots=True)
class Element:
    """Where an assignment stores: an element of an array, or a record's field, which may be an array of `shape`."""

    dtype: ElementType
    where: Callable[[Frame, Mask], Where]
    shape: tuple[int, ...] = ()


def target(lower: Lowering, node: ast.Subscript | ast.Attribute) -> Element | Code:
    """The element that `node` names, or the view. Raises UnsupportedError, for a read-only array among others."""
    owner = lower.of(node.value)
    if isinstance(owner.type, RecordType):
        return _field(lower, owner, node)
    if not isinstance(owner.type, ArrayType) or not isinstance(node, ast.Subscript):
        raise UnsupportedError("unsupported.syntax", node.lineno, what=quoted(node))
    if not owner.type.writable:
        raise UnsupportedError("unsupported.readonly", node.lineno, name=quoted(node.value))
    axes = axes_of(lower, owner.type, node)
    if len(axes) < owner.type.ndim or any(axis.at is None for axis in axes):
        return _view(owner, axes, node)
    array, runs, place = owner.run, cast("list[Run]", [axis.at for axis in axes]), _place(axes, node)

    def where(f: Frame, m: Mask) -> Where:
        return _array(array(f, m)), [at(f, m) for at in runs], place

    return Element(owner.type.dtype, where)


def _field(lower: Lowering, owner: Code, node: ast.Subscript | ast.Attribute) -> Element:
    field, record = records.chosen(lower, owner, node), owner.run

    def where(f: Frame, m: Mask) -> Where:
        held = cast("Reference", record(f, m))
        signed = held.signed + (True,) * len(field.shape)
        return field.of(held.view), held.index, Subscript(node.lineno, node.col_offset, signed)

    return Element(field.kind, where, field.shape)


def storing(into: Element, code: Code, node: ast.expr) -> records.Store:
    """What stores the code's value, of any type that numba would convert. Raises UnsupportedError."""
    line = node.lineno
    if into.shape:
        wanted = ArrayType(into.dtype, len(into.shape))
        if code.type != wanted:
            raise UnsupportedError("unsupported.cast", line, source=str(code.type), target=str(wanted))
        return records.copy_array(wanted, into.shape, node)
    if isinstance(into.dtype, RecordType):
        if code.type != into.dtype:
            raise UnsupportedError("unsupported.cast", line, source=str(code.type), target=str(into.dtype))
        return records.copy(into.dtype, line, node.col_offset)
    try:
        change = caster(code.type, into.dtype)
    except TypeError:
        raise UnsupportedError("unsupported.cast", line, source=str(code.type), target=str(into.dtype)) from None

    def store(f: Frame, m: Mask, value: object, view: View, index: Sequence[object], place: Subscript) -> None:
        f.machine.mover.store(view, index, value if change is None else change(value), m, place)

    return store


def element(lower: Lowering, node: ast.Subscript | ast.Attribute) -> Element:
    """The element that `node` names. Raises UnsupportedError for a view."""
    found = target(lower, node)
    if not isinstance(found, Element) or found.shape:
        raise UnsupportedError("unsupported.slice_store", node.lineno, what=quoted(node))
    return found


def axes_of(lower: Lowering, kind: ArrayType, node: ast.Subscript) -> list[Axis]:
    """The subscript's parts, `...` filled up. Raises UnsupportedError where they do not fit the array."""
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if any(isinstance(part, ast.Constant) and part.value is Ellipsis for part in parts):
        parts = _filled(parts, kind.ndim)
    axes: list[Axis] = []
    for part in parts:
        axes.extend(_axes(lower, part, node))
    if len(axes) > kind.ndim:
        raise UnsupportedError("unsupported.too_many_indices", node.lineno, name=quoted(node.value), ndim=kind.ndim)
    return axes


def _filled(parts: Sequence[ast.expr], ndim: int) -> list[ast.expr]:
    at = next(k for k, part in enumerate(parts) if isinstance(part, ast.Constant) and part.value is Ellipsis)
    missing = max(0, ndim - len(parts) + 1)
    return [*parts[:at], *(ast.Slice() for _ in range(missing)), *parts[at + 1 :]]


def _axes(lower: Lowering, part: ast.expr, node: ast.Subscript) -> list[Axis]:
    if isinstance(part, ast.Slice):
        return [Axis(None, bounds=_bounds(lower, part, node))]
    return _integers(lower.of(part), part, node)


def _integers(code: Code, part: ast.expr, node: ast.expr) -> list[Axis]:
    kind = code.type
    codes = [item(code, k) for k in range(len(kind.items))] if isinstance(kind, TupleType) else [code]
    for each in codes:
        if not _is_integer(each):
            raise UnsupportedError("unsupported.index", node.lineno, what=quoted(part), type=described(each))
    return [Axis(each.run, cast("Scalar", each.type).kind == "i", pure=each.pure) for each in codes]


def subscript_axes(lower: Lowering, code: Code, kind: ArrayType, node: ast.Call) -> list[Axis]:
    """The axes of an atomic's subscript argument. For one axis numba takes any real number, and no tuple."""
    if kind.ndim == 1 and isinstance(code.type, TupleType):
        raise UnsupportedError("unsupported.index", node.lineno, what=quoted(node), type=described(code))
    if isinstance(code.type, Scalar) and (code.type.is_real or code.type == BOOL):
        code = Code(INT64, lower.cast(code, INT64, node.lineno))
    axes = _integers(code, node, node)
    if len(axes) != kind.ndim:
        raise UnsupportedError("unsupported.too_many_indices", node.lineno, name=quoted(node.func), ndim=kind.ndim)
    return axes


def _bounds(lower: Lowering, part: ast.Slice, node: ast.Subscript) -> tuple[Run | None, Run | None, Run | None]:
    found: list[Run | None] = []
    for bound in (part.lower, part.upper, part.step):
        code = None if bound is None else lower.of(bound)
        if code is not None and not _is_integer(code):
            raise UnsupportedError("unsupported.index", node.lineno, what=quoted(part), type=described(code))
        found.append(None if code is None else lower.cast(code, INT64, node.lineno))
    return found[0], found[1], found[2]


def _is_integer(code: Code) -> bool:
    return isinstance(code.type, Scalar) and code.type.is_integer


def _place(axes: Sequence[Axis], node: ast.Subscript) -> Subscript:
    return Subscript(node.lineno, node.col_offset, tuple(axis.signed for axis in axes))


def _array(value: object) -> View:
    return cast("View", value)


def _view(owner: Code, axes: list[Axis], node: ast.Subscript) -> Code:
    kind, array, line, place = cast("ArrayType", owner.type), owner.run, node.lineno, _place(axes, node)
    rest = kind.ndim - len(axes)
    ndim = rest + sum(axis.at is None for axis in axes)
    result = ArrayType(kind.dtype, ndim, kind.writable)

    def run(f: Frame, m: Mask) -> object:
        view = _array(array(f, m))
        offset, inside = view.offset, None
        shape: list[Any] = []
        strides: list[Any] = []
        for number, (axis, size, stride) in enumerate(zip(axes, view.shape, view.strides, strict=False)):
            if axis.at is None:
                start, count, step = _clamped([None if b is None else b(f, m) for b in axis.bounds], size, line)
                shape.append(count)
                strides.append(scaled(stride, step))
            else:
                one = Subscript(line, place.column, (axis.signed,), number)
                start, found = row(f, m, view, axis.at(f, m), size, one)
                inside = either_known(inside, found)
            offset = offset + scaled(start, stride)
        shape.extend(view.shape[len(axes) :])
        if inside is not None:
            shape = [np.where(inside, dense(size), REPORTED) for size in shape]
        strides.extend(view.strides[len(axes) :])
        return replace(view, offset=offset, shape=tuple(shape), strides=tuple(strides))

    return Code(result, run)


def _plain(value: object) -> object:
    return int(value) if isinstance(value, np.integer) else value


def _clamped(bounds: Sequence[object], size: object, line: int) -> tuple[object, object, int]:
    """(start, count, step) as Python's slices have it."""
    start, stop, by = [_plain(bound) for bound in bounds]
    step = 1 if by is None else by
    if not isinstance(step, int) or step == 0:
        raise UnsupportedError("unsupported.slice_step", line)
    if isinstance(size, int) and all(bound is None or isinstance(bound, int) for bound in (start, stop)):
        indices = range(*slice(start, stop, step).indices(size))
        return indices.start, len(indices), step
    low, high = (0, dense(size)) if step > 0 else (-1, dense(size) - 1)

    def fit(bound: object, default: object) -> Any:
        if bound is None:
            return np.asarray(default)
        value = dense(bound)
        return np.clip(np.where(value < 0, value + dense(size), value), low, high)

    first = fit(start, low if step > 0 else high)
    last = fit(stop, high if step > 0 else low)
    count = np.maximum(0, (last - first + step - (1 if step > 0 else -1)) // step)
    return first, count, step
