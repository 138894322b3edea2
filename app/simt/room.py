"""How large what a module makes may become: asked before it is made, so that `10 ** 10 ** 10` costs nothing."""

from __future__ import annotations

import ast
import math
from collections.abc import Sequence

import numpy as np

MAX_ELEMENTS = 1 << 20  # of one array
MAX_BYTES = 16 << 20  # of one array
MAX_ITEMS = 4096  # of a tuple or list, nested ones counted by what they hold
MAX_NESTING = 64  # lists within lists
MAX_BITS = 4096  # of a whole number

NUMBERS = (int, float, complex, bool, np.generic)


def room_behind(value: object, room: int, level: int = 0) -> int:
    """How much room is left behind the value's items. Raises ValueError where there is none."""
    if not isinstance(value, tuple | list):
        return room - 1
    if level > MAX_NESTING:
        raise ValueError
    for item in value:
        room = room_behind(item, room, level + 1)
        if room < 0:
            raise ValueError
    return room


def elements(data: object) -> int:
    """How many numbers an array of this would hold, at most. Raises TypeError for texts, however long each is."""
    if isinstance(data, tuple | list):
        return sum(map(elements, data))
    if isinstance(data, np.ndarray | range):
        return data.size if isinstance(data, np.ndarray) else len(data)
    if not isinstance(data, NUMBERS):
        raise TypeError
    return 1


def affordable(shape: Sequence[int], dtype: np.dtype[np.generic] | None) -> None:
    """Raises TypeError for an array that would be too large."""
    elements = math.prod(shape)
    if elements > MAX_ELEMENTS or elements * (16 if dtype is None else dtype.itemsize) > MAX_BYTES:
        raise TypeError


def small_power(base: object, exponent: object) -> bool:
    """Whether Python's own integers, which grow without end, stay short."""
    if not isinstance(base, int) or not isinstance(exponent, int):
        return True
    return base.bit_length() * abs(exponent) <= MAX_BITS


def stays_small(op: ast.operator, left: object, right: object) -> bool:
    """Whether the result stays small: a module's constants are numbers, short tuples and arrays."""
    if isinstance(left, tuple | list) or isinstance(right, tuple | list):
        return _short(op, left, right)
    kinds = (*NUMBERS, np.ndarray)
    if not isinstance(left, kinds) or not isinstance(right, kinds):
        return False
    if isinstance(left, np.ndarray) or isinstance(right, np.ndarray):
        return math.prod(np.broadcast_shapes(np.shape(left), np.shape(right))) <= MAX_ELEMENTS
    if isinstance(left, int) and isinstance(right, int):
        if isinstance(op, ast.Pow):
            return small_power(left, right)
        if isinstance(op, ast.LShift):
            return left.bit_length() + right <= MAX_BITS
        return left.bit_length() + right.bit_length() <= 2 * MAX_BITS
    return True


def _short(op: ast.operator, left: object, right: object) -> bool:
    if isinstance(left, tuple | list) and isinstance(right, tuple | list):
        return isinstance(op, ast.Add) and type(left) is type(right) and len(left) + len(right) <= MAX_ITEMS
    items, times = (left, right) if isinstance(left, tuple | list) else (right, left)
    return (
        isinstance(op, ast.Mult)
        and isinstance(items, tuple | list)
        and isinstance(times, int)
        and len(items) * max(times, 0) <= MAX_ITEMS
    )
