"""What can be said of an array without its elements: dtype, shape, strides, and whether two of them fit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import numpy as np
from numpy.lib.stride_tricks import as_strided

from app.program.cuda.names import Name
from app.program.misuse import misuse

Order = Literal["C", "F"]
_KINDS = "biufc"


def number_type(dtype: Any) -> np.dtype:
    """A dtype that devices know. Raises TypeError for strings, objects and dates."""
    if isinstance(dtype, Name):
        text = f"{dtype.last} of numba is a type for kernels; NumPy has numpy.{dtype.last} for arrays"
        raise misuse(TypeError, "host_error.numba_dtype", text, name=dtype.last)
    kind: np.dtype = np.dtype(dtype)
    if kind.hasobject or not (kind.kind in _KINDS or kind.fields):
        text = f"an array of {kind} cannot be on a device: numbers and records can"
        raise misuse(TypeError, "host_error.dtype", text, dtype=str(kind))
    return kind


def check_compatible(own: Any, other: Any) -> None:
    """numba's rules for copies: the same dtype, shape and order, axes of one element aside."""
    if own.dtype != other.dtype:
        text = f"the array on the device is of {own.dtype}, the other one of {other.dtype}"
        raise misuse(TypeError, "host_error.copy_dtype", text, device=str(own.dtype), host=str(other.dtype))
    mine, theirs = _squeezed(own), _squeezed(other)
    if [size for size, _ in mine] != [size for size, _ in theirs]:
        text = f"the array on the device has shape {own.shape}, the other one {other.shape}"
        raise misuse(ValueError, "host_error.copy_shape", text, device=str(own.shape), host=str(other.shape))
    if own.size and mine != theirs:
        text = f"the array on the device has strides {own.strides}, the other one {other.strides}"
        raise misuse(ValueError, "host_error.copy_strides", text, device=str(own.strides), host=str(other.strides))


def _squeezed(array: Any) -> list[tuple[int, int]]:
    return [(size, stride) for size, stride in zip(array.shape, array.strides, strict=True) if size != 1]


def whole_shape(shape: Any) -> tuple[int, ...]:
    if isinstance(shape, np.ndarray) or hasattr(shape, "__cuda_ndarray__"):
        raise misuse(TypeError, "host_error.shape_array", "a shape is one or more integers, and this is an array")
    sizes = (shape,) if isinstance(shape, int | np.integer) else shape
    if not isinstance(sizes, Iterable) or isinstance(sizes, str):
        text = f"a shape is one or more integers, and {shape!r} is none"
        raise misuse(TypeError, "host_error.shape_type", text, type=type(shape).__name__)
    whole = tuple(sizes)
    for size in whole:
        if not isinstance(size, int | np.integer):
            text = f"a shape is one or more integers, and {size!r} is none"
            raise misuse(TypeError, "host_error.shape_type", text, type=type(size).__name__)
        if size < 0:
            raise misuse(ValueError, "host_error.shape_negative", "a shape has no negative sizes", size=int(size))
    return tuple(int(size) for size in whole)


def described(shape: tuple[int, ...], dtype: np.dtype, order: Order) -> np.ndarray:
    """An array of this shape whose memory is one element: it is asked for its layout alone."""
    strides, step = [0] * len(shape), dtype.itemsize
    axes = range(len(shape)) if order == "F" else range(len(shape) - 1, -1, -1)
    for axis in axes:
        strides[axis] = step
        step *= max(shape[axis], 1)
    return as_strided(np.empty(1, dtype), shape, strides)


def address(array: np.ndarray) -> int:
    """Of the first element, in bytes."""
    return int(array.__array_interface__["data"][0])
