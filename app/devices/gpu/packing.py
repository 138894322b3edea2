"""Arguments as numba's compiled kernels take them. Pure: nothing here knows a GPU.

An array is seven words and more: meminfo and parent, which no kernel reads, the number of items, the size of one in
bytes, the address of the first, then the shape and the strides in bytes. A number is itself, a complex number its two
halves, a record the address of its bytes, a tuple its items. Source: `_prepare_args` in numba-cuda's dispatcher.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Lying:
    """An array that is in the device's memory already: the address of its first item, and sizes in bytes."""

    address: int
    itemsize: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]


Place = Callable[[np.ndarray], int]  # puts an array into the device's memory and says where its first item is


def words(value: object, place: Place) -> list[np.generic]:
    """The kernel's parameters for one argument, each as wide as its dtype. Raises TypeError where there are none."""
    if isinstance(value, tuple):
        return [word for item in value for word in words(item, place)]
    if isinstance(value, Lying):
        lying = (0, 0, math.prod(value.shape), value.itemsize, value.address, *value.shape, *value.strides)
        return [np.int64(number) for number in lying]
    if isinstance(value, np.ndarray):
        numbers = (0, 0, value.size, value.itemsize, place(value), *value.shape, *value.strides)
        return [np.int64(number) for number in numbers]
    if isinstance(value, np.void):
        return [np.int64(place(np.asarray(value)))]
    if isinstance(value, np.generic | int | float | complex):
        return _number(np.asarray(value))
    raise TypeError(f"a kernel takes no {type(value).__name__}")


def _number(value: np.ndarray) -> list[np.generic]:
    kind = value.dtype.kind
    if kind == "c":
        return [*_number(value.real), *_number(value.imag)]
    if kind in "mM":
        return [np.int64(value.view(np.int64)[()])]
    if kind not in "biuf" or value.itemsize > 8:
        raise TypeError(f"a kernel takes no {value.dtype}")
    return list(value.reshape(1))
