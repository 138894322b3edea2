"""The methods of a module's arrays that are known: none changes its array, and none makes a larger one unasked."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from app.simt.makers import dtype_of
from app.simt.room import affordable

PURE_METHODS = frozenset(
    {
        "astype",
        "reshape",
        "sum",
        "mean",
        "min",
        "max",
        "copy",
        "ravel",
        "flatten",
        "transpose",
        "tolist",
        "prod",
        "item",
    }
)
_ORDERS = frozenset({"C", "F", "A", "K"})  # the only texts that a method of an array is given


def method(owner: np.ndarray, name: str) -> Callable[..., object] | None:
    """The array's method of this name; None where it is not known. It raises TypeError for what it should not do."""
    if name == "astype":
        return partial(_cast, owner)
    return partial(_asked, getattr(owner, name)) if name in PURE_METHODS else None


def _cast(owner: np.ndarray, dtype: object) -> np.ndarray:
    affordable(owner.shape, kind := dtype_of(dtype))
    return owner.astype(kind)


def _asked(method: Callable[..., object], *args: object) -> object:
    """What a method of an array gives: of axes, shapes and orders, but with no dtype whose elements could grow."""
    flat = [item for arg in args for item in (arg if isinstance(arg, tuple) else (arg,))]
    if not all(item is None or item in _ORDERS or isinstance(item, int | np.integer) for item in flat):
        raise TypeError
    return method(*args)
