"""The types of a kernel's arguments, as they cross the wall: every dtype rides in the header of a small array."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from app.errors import FrameError
from app.findings import Plain

MAX_DIMS = 8
MAX_DEPTH = 4  # tuples within tuples


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument's type. `ndim` is None for a scalar; a tuple is its `items`.

    `layout` is "C" or "F", as devices hand arrays over, or "A" for an array that keeps the strides of a view.
    """

    name: str
    dtype: np.dtype
    ndim: int | None = None
    layout: str = "C"
    items: tuple[Parameter, ...] = ()

    @property
    def is_tuple(self) -> bool:
        return self.dtype.kind == "V" and not self.dtype.fields

    @classmethod
    def of(cls, name: str, value: object) -> Parameter:
        """The type that a kernel sees for `value`: Python's int, float, bool and complex are 64-bit scalars.

        Raises TypeError for anything but arrays and numbers.
        """
        if not isinstance(value, np.ndarray):
            if not isinstance(value, np.generic | int | float | complex):
                raise TypeError(f"{name} is a {type(value).__name__}; a kernel takes arrays and numbers")
            return cls(name, np.asarray(value).dtype)
        fortran = value.flags.f_contiguous and not value.flags.c_contiguous
        return cls(name, value.dtype, value.ndim, "F" if fortran else "C")

    @classmethod
    def as_it_lies(cls, name: str, value: object) -> Parameter:
        """As `of`, with strided arrays as they are and with tuples. Raises TypeError."""
        if isinstance(value, tuple):
            return cls(name, np.dtype(np.void), items=tuple(cls.as_it_lies(name, item) for item in value))
        made = cls.of(name, value)
        strided = isinstance(value, np.ndarray) and not (value.flags.c_contiguous or value.flags.f_contiguous)
        return replace(made, layout="A") if strided else made


def pack(parameters: Iterable[Parameter]) -> tuple[list[object], dict[str, np.ndarray]]:
    """What a frame's data and arrays hold for these parameters."""
    arrays: dict[str, np.ndarray] = {}
    return [_packed(parameter, f"parameter{at}", arrays) for at, parameter in enumerate(parameters)], arrays


def unpack(listed: Plain, arrays: Mapping[str, np.ndarray]) -> list[Parameter]:
    """Read what `pack` wrote. Raises FrameError on anything else."""
    if not isinstance(listed, list):
        raise FrameError("the parameters of a kernel are a list")
    return [_parameter(f"parameter{at}", entry, arrays) for at, entry in enumerate(listed)]


def _packed(parameter: Parameter, place: str, arrays: dict[str, np.ndarray]) -> dict[str, object]:
    if parameter.is_tuple:
        items = [_packed(item, f"{place}.{at}", arrays) for at, item in enumerate(parameter.items)]
        return {"name": parameter.name, "items": items}
    axes = 1 if parameter.ndim is None else parameter.ndim
    arrays[place] = np.zeros((0,) * axes, parameter.dtype)
    return {"name": parameter.name, "scalar": parameter.ndim is None, "layout": parameter.layout}


def _parameter(place: str, entry: object, arrays: Mapping[str, np.ndarray]) -> Parameter:
    if not isinstance(entry, dict) or place.count(".") > MAX_DEPTH:
        raise FrameError(f"{place} of a kernel has no sense")
    name, items = str(entry.get("name")), entry.get("items")
    if isinstance(items, list):
        inner = (_parameter(f"{place}.{at}", item, arrays) for at, item in enumerate(items))
        return Parameter(name, np.dtype(np.void), items=tuple(inner))
    array = arrays.get(place)
    if array is None or array.ndim > MAX_DIMS or entry.get("layout") not in ("C", "F", "A"):
        raise FrameError(f"{place} of a kernel has no sense")
    ndim = None if entry.get("scalar") else array.ndim
    return Parameter(name, array.dtype, ndim, str(entry["layout"]))
