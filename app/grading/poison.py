"""What an output holds before the launch, so that an element nobody wrote can be told from a wrong one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_BYTE = 0xA5


def poisoned(like: np.ndarray) -> np.ndarray:
    """An array of the same dtype, shape and layout that holds NaN, or for integers the byte A5 throughout.

    NaN and not that byte for floats: as a float32 the byte reads -2.9e-16, which a tolerance would take for 0.
    """
    out = np.empty_like(like)
    if like.dtype.kind in "fc":
        out[...] = np.nan
    elif like.dtype.kind == "b":
        out[...] = False
    else:
        out[...] = _value(like.dtype)
    return out


def untouched(got: np.ndarray) -> NDArray[np.bool_]:
    """Where an output still holds its poison. For bools nowhere, since every value of theirs may be meant."""
    if got.dtype.kind in "fc":
        return np.asarray(np.isnan(got))
    if got.dtype.kind == "b":
        return np.zeros(got.shape, np.bool_)
    return np.asarray(got == _value(got.dtype))


def _value(dtype: np.dtype) -> np.generic:
    value: np.generic = np.frombuffer(bytes([_BYTE]) * dtype.itemsize, dtype)[0]
    return value
