"""The types of a kernel's arguments, as they cross the wall: every dtype rides in the header of a small array."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from app.errors import FrameError
from app.findings import Plain

MAX_DIMS = 8


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument's type. `ndim` is None for a scalar; `layout` is "C" or "F", as devices hand arrays over.

    Two forms are for kernels of our own and do not cross the wall: layout "A", an array that keeps the strides of a
    view, and a tuple, which is its `items`.
    """

    name: str
    dtype: np.dtype
    ndim: int | None = None
    layout: str = "C"
    items: tuple[Parameter, ...] = ()

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
    listed: list[object] = []
    arrays: dict[str, np.ndarray] = {}
    for position, parameter in enumerate(parameters):
        listed.append({"name": parameter.name, "scalar": parameter.ndim is None, "layout": parameter.layout})
        axes = 1 if parameter.ndim is None else parameter.ndim
        arrays[f"parameter{position}"] = np.zeros((0,) * axes, parameter.dtype)
    return listed, arrays


def unpack(listed: Plain, arrays: Mapping[str, np.ndarray]) -> list[Parameter]:
    """Read what `pack` wrote. Raises FrameError on anything else."""
    if not isinstance(listed, list):
        raise FrameError("the parameters of a kernel are a list")
    return [_parameter(position, entry, arrays) for position, entry in enumerate(listed)]


def _parameter(position: int, entry: object, arrays: Mapping[str, np.ndarray]) -> Parameter:
    array = arrays.get(f"parameter{position}")
    if not isinstance(entry, dict) or array is None or array.ndim > MAX_DIMS or entry.get("layout") not in ("C", "F"):
        raise FrameError(f"parameter {position} of a kernel has no sense")
    ndim = None if entry.get("scalar") else array.ndim
    return Parameter(str(entry.get("name")), array.dtype, ndim, str(entry["layout"]))
