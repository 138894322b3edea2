"""Values over lanes: merging them under a mask, and casting them as the device does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

import numpy as np

from app.simt.affine import Affine, dense
from app.simt.faults import UnsupportedError
from app.simt.masks import Mask
from app.simt.memory import Reference, View
from app.simt.types import BOOL, FLOAT16, FLOAT32, ArrayType, Scalar, TupleType, Type

Cast = Callable[[object], object]


def select(mask: Mask, new: object, old: object, line: int) -> object:
    """`new` in the lanes of the mask, `old` in the others; without an old value, `new` in all."""
    if mask is True or old is None or new is old:
        return new
    if mask is False:
        return old
    if isinstance(new, tuple):
        return tuple(select(mask, a, b, line) for a, b in zip(new, cast("tuple[object, ...]", old), strict=True))
    if isinstance(new, View):
        return _select_view(mask, new, cast("View", old), line)
    if isinstance(new, Reference):
        return _select_record(mask, new, cast("Reference", old), line)
    return np.where(mask, dense(new), dense(old))


def _select_view(mask: Mask, new: View, old: View, line: int) -> View:
    if new.memory is not old.memory or (new.unit, new.bytewise, new.ndim) != (old.unit, old.bytewise, old.ndim):
        raise UnsupportedError("unsupported.array_choice", line, name=new.memory.buffer.name)
    return replace(
        new,
        offset=_pick(mask, new.offset, old.offset),
        shape=tuple(_pick(mask, a, b) for a, b in zip(new.shape, old.shape, strict=True)),
        strides=tuple(_pick(mask, a, b) for a, b in zip(new.strides, old.strides, strict=True)),
    )


def _pick(mask: Mask, a: object, b: object) -> object:
    if isinstance(a, int) and isinstance(b, int) and a == b:
        return a
    return np.where(cast("np.ndarray", mask), dense(a), dense(b))


def _select_record(mask: Mask, new: Reference, old: Reference, line: int) -> Reference:
    view = new.view if new.view is old.view else _select_view(mask, new.view, old.view, line)
    index = tuple(_pick(mask, _whole(a), _whole(b)) for a, b in zip(new.index, old.index, strict=True))
    return Reference(view, index, tuple(a or b for a, b in zip(new.signed, old.signed, strict=True)))


def _whole(index: object) -> object:
    """A subscript as int64: where a signed and an unsigned one meet, NumPy would make floats of them."""
    return dense(index).astype(np.int64)


def zero(kind: Type) -> object:
    """What a variable holds that no path has set; None for one of arrays or records, which then is nowhere."""
    if isinstance(kind, Scalar):
        return kind.dtype.type(0)
    if isinstance(kind, TupleType):
        items = tuple(zero(item) for item in kind.items)
        return None if any(item is None for item in items) else items
    return None


def caster(source: Type, target: Type) -> Cast | None:
    """How a value of one type becomes the other; None where nothing is to be done. Raises TypeError."""
    if source == target or (isinstance(source, ArrayType) and isinstance(target, ArrayType)):
        return None
    if isinstance(source, TupleType) and isinstance(target, TupleType) and len(source.items) == len(target.items):
        return _tuple_caster([caster(a, b) for a, b in zip(source.items, target.items, strict=True)])
    if not isinstance(source, Scalar) or not isinstance(target, Scalar):
        raise TypeError
    if target == BOOL:
        if source == FLOAT16:
            raise TypeError  # numba has no code for the truth of one
        return _truth
    if source.is_complex and not target.is_complex:
        raise TypeError
    if source.is_real and target.is_integer:
        return _rounding(target) if source == FLOAT16 else _truncation(source, target)
    dtype = target.dtype
    return lambda value: value.astype(dtype)  # type: ignore[attr-defined]  # Affine and NumPy's own have it alike


def _tuple_caster(casts: list[Cast | None]) -> Cast | None:
    if not any(casts):
        return None
    return lambda value: tuple(
        item if change is None else change(item)
        for item, change in zip(cast("tuple[object, ...]", value), casts, strict=True)
    )


def _truth(value: object) -> object:
    return value != 0


def _truncation(source: Scalar, target: Scalar, *, least: int = 2) -> Cast:
    """float to int as PTX does it: toward zero, ends clamp; one-byte targets go over two bytes and wrap."""
    wide = np.dtype(f"{target.kind}{max(least, target.dtype.itemsize)}")
    info = np.iinfo(wide)
    low, high = float(info.min), float(info.max) + (1.0 if wide.itemsize == 8 else 0.0)
    nan = 0 if source.bits == 32 and wide.itemsize < 8 else (1 << (wide.itemsize * 8 - 1)) & int(info.max) or info.min

    def truncate(value: object) -> object:
        array = np.asarray(value)
        fits = (array > low - 1) & (array < high + (0.0 if wide.itemsize == 8 else 1.0))
        if fits.all():
            return value.astype(wide).astype(target.dtype)  # type: ignore[attr-defined]  # a NumPy value
        whole = np.where(fits, array, 0).astype(wide)
        ends = np.where(array >= high, info.max, np.where(np.isnan(array), nan, info.min)).astype(wide)
        return np.where(fits, whole, ends).astype(target.dtype)[()]

    return truncate


def _rounding(target: Scalar) -> Cast:
    """float16 to int as numba-cuda does it: to the nearest, halves to the even one; ends clamp."""
    truncate = _truncation(FLOAT32, target, least=1)
    return lambda value: truncate(np.rint(np.asarray(value, np.float32)))


def is_uniform(value: object) -> bool:
    """Whether all lanes have the same."""
    return not isinstance(value, np.ndarray | Affine)
