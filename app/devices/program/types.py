"""The types of a launch's arguments, as numba tells them apart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from app.program.requests import Launch, Region, Value


def types_of(request: Launch) -> tuple[object, ...]:
    """What makes numba compile a kernel anew."""
    return tuple(map(_type, request.arguments))


def _type(value: Value) -> object:
    if isinstance(value, tuple):
        return tuple(map(_type, value))
    return (value.dtype, len(value.shape), layout(value)) if isinstance(value, Region) else value.dtype


def layout(region: Region) -> Literal["C", "F", "A"]:
    """As NumPy sees it: an axis of one element lies anywhere, and an array of none is contiguous."""
    axes = range(len(region.shape))
    orders: tuple[tuple[Literal["C", "F"], Iterable[int]], ...] = (("C", reversed(axes)), ("F", axes))
    for order, walked in orders:
        step, fits = region.dtype.itemsize, True
        for axis in walked:
            fits = fits and (region.shape[axis] == 1 or region.strides[axis] == step)
            step *= region.shape[axis]
        if fits or not region.size:
            return order
    return "A"
