"""Which lanes run: True for all of them, False for none, or an array that broadcasts over the lanes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Mask = bool | Bools


def split(mask: Mask, condition: object) -> tuple[Mask, Mask]:
    """The lanes of `mask` that take a branch, and those that do not."""
    if not isinstance(condition, np.ndarray):
        return (mask, False) if condition else (False, mask)
    if mask is True:
        taken = condition
        count = np.count_nonzero(taken)
        if count == 0:
            return False, True
        return (True, False) if count == taken.size else (taken, ~taken)
    taken = mask & condition
    if not taken.any():
        return False, mask
    other = mask & ~condition
    return (taken, other) if other.any() else (mask, False)


def both(mask: Mask, condition: Mask) -> Mask:
    """Lanes that are in both."""
    if mask is True or condition is False:
        return condition
    if condition is True or mask is False:
        return mask
    result = mask & condition
    return result if result.any() else False


def either(first: Mask, second: Mask) -> Mask:
    """Lanes that are in one of the two."""
    if first is False or second is True:
        return second
    if second is False or first is True:
        return first
    result = first | second
    return True if result.all() else result


def without(mask: Mask, gone: Mask) -> Mask:
    """Lanes of `mask` that are not gone."""
    if gone is False or mask is False:
        return mask
    if gone is True:
        return False
    result = ~gone if mask is True else mask & ~gone
    return result if result.any() else False
