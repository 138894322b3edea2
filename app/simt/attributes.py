"""What values have behind a dot: the shape of an array, the parts of a complex number."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import cast

import numpy as np

from app.simt.affine import dense
from app.simt.code import Code, literal, static
from app.simt.compose import item
from app.simt.faults import UnsupportedError
from app.simt.memory import View, part
from app.simt.records import field_array
from app.simt.types import BOOL, COMPLEX64, FLOAT32, FLOAT64, INT64, ArrayType, RecordType, Scalar, TupleType

Make = Callable[[Code, ast.Attribute], Code | None]


def attribute(owner: Code, node: ast.Attribute) -> Code:
    """`owner.attr`. Raises UnsupportedError."""
    table: Mapping[str, Make] = {}
    if isinstance(owner.type, ArrayType):
        table = _ARRAY
        if isinstance(owner.type.dtype, RecordType) and node.attr not in table:
            return field_array(owner, node.attr, node)
    elif isinstance(owner.type, Scalar) and owner.type != BOOL:
        table = _SCALAR
    elif isinstance(owner.type, TupleType) and owner.type.made is not None and node.attr in owner.type.made.fields:
        return item(owner, owner.type.made.fields.index(node.attr))
    make = table.get(node.attr)
    code = None if make is None else make(owner, node)
    if code is None:
        raise UnsupportedError("unsupported.attribute", node.lineno, name=node.attr, type=str(owner.type))
    return code


def integer(value: object) -> object:
    """An extent as a kernel's int64."""
    return np.int64(value) if isinstance(value, int) else value


def _view(run: Callable[..., object]) -> Callable[..., View]:
    return lambda f, m: cast("View", run(f, m))


def _shape(owner: Code, node: ast.Attribute) -> Code:
    view, ndim = _view(owner.run), cast("ArrayType", owner.type).ndim
    kind = TupleType((INT64,) * ndim)
    return Code(kind, lambda f, m: tuple([integer(size) for size in view(f, m).shape]), pure=owner.pure)


def _strides(owner: Code, node: ast.Attribute) -> Code:
    view, ndim = _view(owner.run), cast("ArrayType", owner.type).ndim

    def run(f: object, m: object) -> object:
        array = view(f, m)
        return tuple([integer(stride * array.unit) for stride in array.strides])

    return Code(TupleType((INT64,) * ndim), run, pure=owner.pure)


def size_of(view: View) -> object:
    """How many elements a view has."""
    total: object = 1
    for extent in view.shape:
        total = total * extent
    return integer(total)


def _size(owner: Code, node: ast.Attribute) -> Code:
    view = _view(owner.run)
    return Code(INT64, lambda f, m: size_of(view(f, m)), pure=owner.pure)


def _nbytes(owner: Code, node: ast.Attribute) -> Code:
    view, itemsize = _view(owner.run), cast("ArrayType", owner.type).dtype.dtype.itemsize
    return Code(INT64, lambda f, m: size_of(view(f, m)) * np.int64(itemsize), pure=owner.pure)  # type: ignore[operator]  # a count


def _transposed(owner: Code, node: ast.Attribute) -> Code:
    view = _view(owner.run)

    def run(f: object, m: object) -> object:
        array = view(f, m)
        return replace(array, shape=array.shape[::-1], strides=array.strides[::-1])

    return Code(owner.type, run, pure=owner.pure)


def _real(owner: Code, node: ast.Attribute) -> Code:
    kind, run = cast("Scalar", owner.type), owner.run
    if not kind.is_complex:
        return owner
    return Code(_half(kind), lambda f, m: dense(run(f, m)).real, pure=owner.pure)


def _imag(owner: Code, node: ast.Attribute) -> Code:
    kind, run = cast("Scalar", owner.type), owner.run
    if not kind.is_complex:
        zero = kind.dtype.type(0)
        return Code(kind, lambda f, m: zero, pure=owner.pure)
    return Code(_half(kind), lambda f, m: dense(run(f, m)).imag, pure=owner.pure)


def _half(kind: Scalar) -> Scalar:
    return FLOAT32 if kind == COMPLEX64 else FLOAT64


def _part(second: int) -> Make:
    """The real (0) or imaginary (1) parts of an array's numbers, as a view; that of one without is another matter."""

    def make(owner: Code, node: ast.Attribute) -> Code | None:
        kind = cast("ArrayType", owner.type)
        if not isinstance(kind.dtype, Scalar) or not kind.dtype.is_complex:
            return None
        half, view = _half(kind.dtype), _view(owner.run)
        result = ArrayType(half, kind.ndim, kind.writable)
        return Code(result, lambda f, m: part(view(f, m), half, second * half.dtype.itemsize), pure=owner.pure)

    return make


_ARRAY: Mapping[str, Make] = MappingProxyType(
    {
        "shape": _shape,
        "strides": _strides,
        "size": _size,
        "nbytes": _nbytes,
        "T": _transposed,
        "real": _part(0),
        "imag": _part(1),
        "ndim": lambda owner, node: literal(cast("ArrayType", owner.type).ndim),
        "itemsize": lambda owner, node: literal(cast("ArrayType", owner.type).dtype.dtype.itemsize),
        "dtype": lambda owner, node: static(cast("ArrayType", owner.type).dtype, "dtype"),
    }
)
_SCALAR: Mapping[str, Make] = MappingProxyType({"real": _real, "imag": _imag})
