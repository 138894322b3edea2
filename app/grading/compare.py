"""Is an output right, and if not, where first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.course.models import Tolerance


@dataclass(frozen=True, slots=True)
class Difference:
    """`wrong` is a mask of the output's shape, `first` the first wrong index in C order."""

    expected: np.ndarray
    got: np.ndarray
    wrong: NDArray[np.bool_]

    @property
    def first(self) -> tuple[int, ...]:
        return tuple(int(i) for i in np.unravel_index(int(self.wrong.argmax()), self.wrong.shape))

    @property
    def count(self) -> int:
        return int(self.wrong.sum())


def compare(expected: np.ndarray, got: np.ndarray, tolerance: Tolerance) -> Difference | None:
    """None where every element is right.

    Integers and bools exactly, all else within |got - expected| <= atol + rtol * |expected|.
    NaN is right where NaN is expected, an infinity where the same infinity is. Raises ValueError where dtype or
    shape differ: that is never a learner's doing.
    """
    if expected.shape != got.shape or expected.dtype != got.dtype:
        raise ValueError(f"expected {expected.dtype}{expected.shape}, got {got.dtype}{got.shape}")
    # Equality first: inf - inf is NaN, so a distance alone would call a right infinity wrong. Most elements of most
    # outputs are equal, and a distance costs twenty times as much.
    wrong = np.asarray(expected != got)
    if expected.dtype.kind in "fc" and wrong.any():
        wrong[wrong] = ~_near(expected[wrong], got[wrong], tolerance)
    return Difference(expected, got, wrong) if wrong.any() else None


def _near(expected: np.ndarray, got: np.ndarray, tolerance: Tolerance) -> NDArray[np.bool_]:
    with np.errstate(all="ignore"):
        wide = expected.astype(np.complex128 if expected.dtype.kind == "c" else np.float64)
        near = np.abs(got - wide) <= tolerance.atol + tolerance.rtol * np.abs(wide)
    near &= np.isfinite(expected) & np.isfinite(got)
    both_nan = np.isnan(expected) & np.isnan(got)
    return np.asarray(near | both_nan)
