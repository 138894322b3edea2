"""Records: fields by name, key or number, and copies of whole ones.

A record is a `Reference`, as it is a pointer on the device: `r = a[i]` moves nothing, and `r.x = 1` stores into `a`.
A field is a `part` of the array that holds the record, so that a load or store of one goes the way of every other.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from math import prod
from typing import cast

import numpy as np

from app.simt.access import Subscript
from app.simt.code import Code, Run
from app.simt.faults import UnsupportedError
from app.simt.lowering import Lowering
from app.simt.machine import Frame
from app.simt.masks import Mask
from app.simt.memory import Reference, View, part
from app.simt.quoting import quoted
from app.simt.rows import rows
from app.simt.types import UINT8, ArrayType, ElementType, RecordType, Scalar, element_of

MAX_LEAVES = 256  # numbers in one record that is copied as a whole


@dataclass(frozen=True, slots=True)
class Member:
    """One field. `shape` is not empty where it is an array."""

    name: str
    kind: ElementType
    offset: int
    shape: tuple[int, ...]
    bytewise: bool

    def of(self, view: View) -> View:
        """The field in all records of a view."""
        found = part(view, self.kind, self.offset, self.shape)
        name = f"{view.name or view.memory.buffer.name}.{self.name}" if self.shape else view.name
        return replace(found, bytewise=view.bytewise or self.bytewise, name=name)


def member(kind: RecordType, name: str, node: ast.expr) -> Member:
    """The field of that name. Raises UnsupportedError where there is none, or none that a kernel could read."""
    if name not in (kind.dtype.fields or {}):
        raise UnsupportedError("unsupported.attribute", node.lineno, name=name[:60], type=str(kind)[:60])
    dtype, offset = kind.dtype.fields[name][:2]  # type: ignore[index]  # it has fields, as was just asked
    item = element_of(dtype.base)
    if item is None:
        raise UnsupportedError("unsupported.dtype", node.lineno, name=name[:60], dtype=str(dtype)[:60])
    return Member(name, item, offset, dtype.shape, not kind.aligned)


def key_of(lower: Lowering, node: ast.expr) -> str | int | None:
    """The field that a subscript names, by a string or a number that is known; None where it names none."""
    if isinstance(node, ast.Slice | ast.Tuple):
        return None
    const = lower.of(node).const
    return const if isinstance(const, str) or type(const) is int else None


def field_array(owner: Code, name: str, node: ast.expr) -> Code:
    """`a.x` or `a['x']` of an array of records: the field in all of them."""
    kind = cast("ArrayType", owner.type)
    chosen, array = member(cast("RecordType", kind.dtype), name, node), owner.run
    result = ArrayType(chosen.kind, kind.ndim + len(chosen.shape), kind.writable)
    return Code(result, lambda f, m: chosen.of(cast("View", array(f, m))), pure=owner.pure)


def chosen(lower: Lowering, owner: Code, node: ast.Attribute | ast.Subscript) -> Member:
    """The field that `owner.x`, `owner['x']` or `owner[0]` names. Raises UnsupportedError."""
    kind = cast("RecordType", owner.type)
    name = node.attr if isinstance(node, ast.Attribute) else key_of(lower, node.slice)
    if isinstance(name, int):
        fields = dict(kind.dtype.fields or {})
        ordered = sorted(fields, key=lambda each: (fields[each][1], each))
        name = ordered[name] if -len(ordered) <= name < len(ordered) else None
    if name is None:
        raise UnsupportedError("unsupported.syntax", node.lineno, what=quoted(node))
    found = member(kind, name, node)
    _check_alignment(found, kind, node)
    return found


def _check_alignment(field: Member, kind: RecordType, node: ast.expr) -> None:
    """numba refuses a field that the record itself leaves unaligned; an array in a packed one faults on the device."""
    item = field.kind
    least = 1 if isinstance(item, RecordType) else item.dtype.alignment
    steps = kind.dtype.itemsize if field.shape and field.bytewise else 0
    if field.offset % least or steps % least:
        raise UnsupportedError("unsupported.misaligned", node.lineno, name=quoted(node))


def load(lower: Lowering, owner: Code, node: ast.Attribute | ast.Subscript) -> Code:
    """A record's field: a number is loaded, a record or an array within it is a place."""
    field, record = chosen(lower, owner, node), owner.run
    line, column = node.lineno, node.col_offset
    if field.shape:
        return Code(ArrayType(field.kind, len(field.shape)), inner(record, field, line, column))
    if isinstance(field.kind, RecordType):
        return Code(field.kind, _within(record, field), pure=owner.pure)

    def run(f: Frame, m: Mask) -> object:
        where = cast("Reference", record(f, m))
        return f.machine.mover.load(field.of(where.view), where.index, m, Subscript(line, column, where.signed))

    return Code(field.kind, run)


def _within(record: Run, field: Member) -> Run:
    def run(f: Frame, m: Mask) -> object:
        where = cast("Reference", record(f, m))
        return replace(where, view=field.of(where.view))

    return run


def inner(record: Run, field: Member, line: int, column: int) -> Run:
    """An array that lies in a record, as a view."""

    def run(f: Frame, m: Mask) -> object:
        where = cast("Reference", record(f, m))
        return rows(f, m, field.of(where.view), where.index, Subscript(line, column, where.signed))

    return run


def leaves(kind: ElementType, line: int, start: int = 0) -> Iterator[tuple[Scalar, int]]:
    """The numbers that a record holds, each with its byte offset; what lies between them is padding."""
    if isinstance(kind, Scalar):
        yield kind, start
        return
    fields = dict(kind.dtype.fields or {})
    for dtype, offset in [fields[name][:2] for name in kind.dtype.names or ()]:
        item, base = element_of(dtype.base), dtype.base.itemsize
        places = [start + offset + base * k for k in range(int(np.prod(dtype.shape, dtype=np.int64)))]
        if len(places) * base > kind.dtype.itemsize or len(places) > MAX_LEAVES:
            raise UnsupportedError("unsupported.record_size", line, limit=MAX_LEAVES)
        for place in places:
            if item is None:
                yield from ((UINT8, place + byte) for byte in range(base))
            else:
                yield from leaves(item, line, place)


Store = Callable[[Frame, Mask, object, View, Sequence[object], Subscript], None]  # value, then where it goes


def copy(kind: RecordType, line: int, column: int) -> Store:
    """What stores a record into another of the same kind, all of it read before any is written.

    The device copies byte by byte, padding too; ours leaves out the padding, which nobody has set.
    """
    parts = list(islice(leaves(kind, line), MAX_LEAVES + 1))
    if len(parts) > MAX_LEAVES:
        raise UnsupportedError("unsupported.record_size", line, limit=MAX_LEAVES)

    def store(f: Frame, m: Mask, value: object, view: View, index: Sequence[object], place: Subscript) -> None:
        mover, source = f.machine.mover, cast("Reference", value)
        origin = Subscript(line, column, source.signed)
        pairs = [(_leaf(source.view, leaf, at), _leaf(view, leaf, at)) for leaf, at in parts]
        f.machine.meter.spend(len(pairs))
        read = [mover.load(whence, source.index, m, origin) for whence, _ in pairs]
        for each, (_, to) in zip(read, pairs, strict=True):
            mover.store(to, index, each, m, place)

    return store


def _leaf(view: View, kind: Scalar, offset: int) -> View:
    return replace(part(view, kind, offset), bytewise=True, copied=True)


def copy_array(kind: ArrayType, shape: tuple[int, ...], node: ast.expr) -> Store:
    """What stores an array that lies in a record into another's field; the device copies it as one run of bytes."""
    if not isinstance(kind.dtype, Scalar) or prod(shape) > MAX_LEAVES:
        raise UnsupportedError("unsupported.record_size", node.lineno, limit=MAX_LEAVES)
    positions = [tuple(map(np.int64, position)) for position in product(*map(range, shape))]
    origin = Subscript(node.lineno, node.col_offset, (True,) * len(shape))

    def store(f: Frame, m: Mask, value: object, view: View, index: Sequence[object], place: Subscript) -> None:
        mover, source = f.machine.mover, cast("View", value)
        f.machine.meter.spend(len(positions))
        read = [mover.load(source, position, m, origin) for position in positions]
        for each, position in zip(read, positions, strict=True):
            mover.store(view, [*index, *position], each, m, place)

    return store
