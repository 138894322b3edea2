"""Methods of arrays: other views of the same memory, and sums over all of it."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import gcd, prod
from types import MappingProxyType
from typing import Any, cast

import numpy as np

from app.simt.access import Subscript
from app.simt.affine import dense
from app.simt.attributes import attribute
from app.simt.builtins.registry import MakeCall, MakeMethod, bad_arguments
from app.simt.code import Code, dtype_of
from app.simt.compose import item
from app.simt.faults import UnsupportedError
from app.simt.filling import fill
from app.simt.lowering import Lowering
from app.simt.machine import Frame
from app.simt.masks import Mask
from app.simt.memory import View, packed_strides
from app.simt.operators import BINARY
from app.simt.quoting import quoted
from app.simt.types import BOOL, FLOAT64, INT64, NONE, UINT64, ArrayType, ElementType, Scalar, TupleType


def _beyond(node: ast.Call) -> UnsupportedError:
    return UnsupportedError("unsupported.view", node.lineno, what=quoted(node))


def _array(owner: Code, node: ast.Call) -> ArrayType:
    if not isinstance(owner.type, ArrayType):
        raise UnsupportedError("unsupported.call", node.lineno, name=quoted(node.func))
    return owner.type


def _contiguous(view: View) -> bool:
    """Whether the elements lie one behind the other in C order, at places that are the same in all lanes."""
    extents = (*view.shape, *view.strides)
    if not all(isinstance(extent, int) for extent in extents):
        return False
    step = view.dtype.dtype.itemsize // view.unit
    wanted = [stride * step for stride in packed_strides(view.shape)]
    return all(n == 1 or own == want for n, own, want in zip(view.shape, view.strides, wanted, strict=True))


def _reshape(lower: Lowering, owner: Code, node: ast.Call) -> Code:
    """To other extents, of which one may be -1. Only for arrays in C order, as numba's own is for contiguous ones."""
    kind, codes = _array(owner, node), lower.arguments(node, 1, 8)
    if len(codes) == 1 and isinstance(codes[0].type, TupleType):
        codes = [item(codes[0], k) for k in range(len(codes[0].type.items))]
    if not all(isinstance(code.type, Scalar) and code.type.is_integer for code in codes):
        raise bad_arguments(node, codes)
    array, runs = owner.run, [code.run for code in codes]

    def run(f: Frame, m: Mask) -> View:
        view, sizes = cast("View", array(f, m)), [dense(each(f, m)) for each in runs]
        if any(isinstance(size, np.ndarray) for size in sizes) or not _contiguous(view):
            raise _beyond(node)
        shape = _completed([int(size) for size in sizes], prod(view.shape))
        if shape is None:
            raise _beyond(node)
        step = view.dtype.dtype.itemsize // view.unit
        return replace(view, shape=shape, strides=tuple(stride * step for stride in packed_strides(shape)))

    return Code(ArrayType(kind.dtype, len(codes), kind.writable), run, pure=owner.pure)


def _completed(sizes: Sequence[int], count: int) -> tuple[int, ...] | None:
    """The shape with its -1 filled in; None where it does not hold `count` elements."""
    known = prod(size for size in sizes if size != -1)
    if sizes.count(-1) == 1 and known > 0 and count % known == 0:
        sizes = [count // known if size == -1 else size for size in sizes]
    return tuple(sizes) if min(sizes, default=0) >= 0 and prod(sizes) == count else None


def _transpose(lower: Lowering, owner: Code, node: ast.Call) -> Code:
    _array(owner, node)
    lower.arguments(node, 0)
    return attribute(owner, ast.copy_location(ast.Attribute(node.func, "T", ast.Load()), node))


def _retyped(lower: Lowering, owner: Code, node: ast.Call) -> Code:
    """`view(dtype)`: the same bytes; where the size of an element changes, the last axis has to be contiguous."""
    kind, (code,) = _array(owner, node), lower.arguments(node, 1)
    target = dtype_of(code)
    if target is None or isinstance(code.const, str) or not isinstance(kind.dtype, Scalar) or kind.ndim == 0:
        raise bad_arguments(node, [code])
    array, old, new = owner.run, kind.dtype.dtype.itemsize, target.dtype.itemsize

    def run(f: Frame, m: Mask) -> View:
        view = cast("View", array(f, m))
        if old == new:
            return replace(view, dtype=target)
        last, step = view.shape[-1], view.strides[-1]
        if not isinstance(last, int) or not isinstance(step, int) or step * view.unit != old or last * old % new:
            raise _beyond(node)
        return _regrained(view, target, last * old // new)

    return Code(ArrayType(target, kind.ndim, kind.writable), run, pure=owner.pure)


def _regrained(view: View, target: ElementType, last: int) -> View:
    """The view in elements of another size, `last` of them on the last axis."""
    extents: list[Any] = [view.offset, *view.strides[:-1]]
    known = [extent * view.unit for extent in extents if isinstance(extent, int)]
    if len(known) == len(extents):
        unit = gcd(target.dtype.itemsize, *known)
        scaled = [extent // unit for extent in known]
    else:
        unit = gcd(target.dtype.itemsize, view.unit)
        scaled = [extent * (view.unit // unit) for extent in extents]
    strides = (*scaled[1:], target.dtype.itemsize // unit)
    return replace(view, dtype=target, unit=unit, offset=scaled[0], shape=(*view.shape[:-1], last), strides=strides)


def _item(lower: Lowering, owner: Code, node: ast.Call) -> Code:
    """The only element of an array; a number's own value."""
    lower.arguments(node, 0)
    if isinstance(owner.type, Scalar):
        return owner
    kind, array = _array(owner, node), owner.run
    if not isinstance(kind.dtype, Scalar):
        raise _beyond(node)
    place = Subscript(node.lineno, node.col_offset, (True,) * kind.ndim)

    def run(f: Frame, m: Mask) -> object:
        view = cast("View", array(f, m))
        if any(size != 1 for size in view.shape if isinstance(size, int)) or not _known(view):
            raise _beyond(node)
        return f.machine.mover.load(view, (np.int64(0),) * kind.ndim, m, place)

    return Code(kind.dtype, run)


def _known(view: View) -> bool:
    return all(isinstance(size, int) for size in view.shape)


def _fill(lower: Lowering, owner: Code, node: ast.Call) -> Code:
    kind, (code,) = _array(owner, node), lower.arguments(node, 1)
    if not kind.writable:
        raise UnsupportedError("unsupported.readonly", node.lineno, name=quoted(node.func))
    if kind.ndim == 0:
        raise bad_arguments(node, [code])
    write, value = fill(lower, owner, code, node), code.run
    return Code(NONE, lambda f, m: write(f, m, value(f, m)))


def _sum(lower: Lowering, owner: Code, node: ast.Call) -> Code:
    """One element after the other, integers in 64 bits, floats in their own."""
    lower.arguments(node, 0)
    kind = _array(owner, node)
    if not isinstance(kind.dtype, Scalar):
        raise _beyond(node)
    wide = _widened(kind.dtype)
    return Code(wide, _folded(owner, node, kind, wide))


def _widened(kind: Scalar) -> Scalar:
    if kind.is_integer or kind == BOOL:
        return UINT64 if kind.kind == "u" else INT64
    return kind


def _mean(lower: Lowering, owner: Code, node: ast.Call) -> Code:
    """The sum in the elements' own float type, or in float64, divided by the number of elements, which is an int64."""
    lower.arguments(node, 0)
    kind = _array(owner, node)
    if not isinstance(kind.dtype, Scalar):
        raise _beyond(node)
    wide = FLOAT64 if kind.dtype.is_integer or kind.dtype == BOOL else kind.dtype
    size = attribute(owner, ast.copy_location(ast.Attribute(node.func, "size", ast.Load()), node))
    return lower.binary("truediv", Code(wide, _folded(owner, node, kind, wide)), size, node)


def _folded(owner: Code, node: ast.Call, kind: ArrayType, wide: Scalar) -> Any:
    place, array = Subscript(node.lineno, node.col_offset, (True,) * kind.ndim), owner.run
    start = wide.dtype.type(0)

    def run(f: Frame, m: Mask) -> object:
        view, total = cast("View", array(f, m)), start
        if not _known(view) or (kind.ndim > 1 and not _contiguous(view)):
            raise _beyond(node)
        for position in product(*map(range, view.shape)):
            f.machine.meter.spend(1)
            loaded = dense(f.machine.mover.load(view, tuple(map(np.int64, position)), m, place))
            total = total + loaded.astype(wide.dtype)
        return total

    return run


def _sum_of(lower: Lowering, node: ast.Call) -> Code:
    """Python's `sum`, of a tuple: the additions one after the other, from 0 or the start that is given; of an array."""
    codes = lower.named_arguments(node, ("iterable", "start"), 1)
    items = codes["iterable"]
    if isinstance(items.type, ArrayType) and items.type.ndim == 1 and len(codes) == 1:
        found = BINARY["add"].select((INT64, items.type.dtype))
        if found is None:
            raise bad_arguments(node, [items])
        return Code(found.result, _folded(items, node, items.type, cast("Scalar", found.result)))
    if not isinstance(items.type, TupleType) or not items.type.items:
        raise bad_arguments(node, list(codes.values()))
    total = codes.get("start") or Code(INT64, lambda f, m: np.int64(0), 0, pure=True)
    for k in range(len(items.type.items)):
        total = lower.binary("add", total, item(items, k), node)
    return total


def _of_array(method: MakeMethod) -> MakeCall:
    """`np.sum(a)` is `a.sum()`."""

    def make(lower: Lowering, node: ast.Call) -> Code:
        (code,) = lower.arguments(node, 1)
        return method(lower, code, ast.copy_location(ast.Call(node.func, [], []), node))

    return make


def _asked(name: str) -> MakeCall:
    """`np.size(a)` is `a.size`."""

    def make(lower: Lowering, node: ast.Call) -> Code:
        (code,) = lower.arguments(node, 1)
        if not isinstance(code.type, ArrayType):
            raise bad_arguments(node, [code])
        return attribute(code, ast.copy_location(ast.Attribute(node.func, name, ast.Load()), node))

    return make


CALLS: Mapping[str, MakeCall] = MappingProxyType(
    {
        "builtins.sum": _sum_of,
        "numpy.sum": _of_array(_sum),
        "numpy.mean": _of_array(_mean),
        "numpy.size": _asked("size"),
        "numpy.shape": _asked("shape"),
    }
)
METHODS: Mapping[str, MakeMethod] = MappingProxyType(
    {
        "reshape": _reshape,
        "transpose": _transpose,
        "view": _retyped,
        "item": _item,
        "fill": _fill,
        "sum": _sum,
        "mean": _mean,
    }
)
