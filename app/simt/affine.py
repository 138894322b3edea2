"""Integers that are `base + step · axis` over the lanes: what threads' own indices are, kept as a formula.

An affine subscript becomes a strided slice instead of a gather, and a comparison with a bound is often
decided by the two ends. Anything a formula cannot hold becomes the array of all lanes.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

_INT64 = np.dtype(np.int64)
_LIMITS = {np.dtype(f"{kind}{size}"): np.iinfo(f"{kind}{size}") for kind in "iu" for size in (1, 2, 4, 8)}
_RANGES = {dtype: (int(info.min), int(info.max)) for dtype, info in _LIMITS.items()}

_Compare = Callable[[Any, Any], object]


class Affine:
    """`base + sum(steps[k] * position on axis k)`, for lanes of the given shape; every result fits `dtype`."""

    __array_ufunc__ = None  # NumPy's operators hand over to ours
    __hash__ = None  # type: ignore[assignment]  # equality is lane by lane
    __slots__ = ("_dense", "_span", "base", "dtype", "shape", "steps")

    def __init__(self, base: int, steps: tuple[int, ...], shape: tuple[int, ...], dtype: np.dtype[np.generic]) -> None:
        self.base, self.steps, self.shape, self.dtype = base, steps, shape, dtype
        self._span: tuple[int, int] | None = None  # addresses are never asked for it
        self._dense: np.ndarray | None = None

    @property
    def span(self) -> tuple[int, int]:
        """The lowest and the highest value."""
        if self._span is None:
            low = high = self.base
            for step, extent in zip(self.steps, self.shape, strict=True):
                if step > 0:
                    high += step * (extent - 1)
                elif step:
                    low += step * (extent - 1)
            self._span = (low, high)
        return self._span

    def dense(self) -> np.ndarray:
        """The values, shape 1 along every axis that does not matter."""
        if self._dense is None:
            total: np.ndarray | None = None
            for axis, (step, extent) in enumerate(zip(self.steps, self.shape, strict=True)):
                if step:
                    line = (np.arange(extent, dtype=np.int64) * step).reshape(_along(axis, extent, len(self.shape)))
                    total = line + self.base if total is None else total + line
            assert total is not None
            self._dense = total.astype(self.dtype, copy=False)
        return self._dense

    def astype(self, dtype: np.dtype[np.generic]) -> Affine | np.ndarray:
        if dtype == self.dtype:
            return self
        if self._fits(dtype):
            return Affine(self.base, self.steps, self.shape, dtype)
        return self.dense().astype(dtype)

    def is_injective(self) -> bool:
        """No two positions have the same value, axes with step 0 left aside."""
        reach = 0
        for step, extent in sorted((abs(s), n) for s, n in zip(self.steps, self.shape, strict=True) if s):
            if step <= reach:
                return False
            reach += step * (extent - 1)
        return True

    def _fits(self, dtype: np.dtype[np.generic]) -> bool:
        if dtype not in _RANGES:
            return False
        (least, most), (low, high) = _RANGES[dtype], self.span
        return least <= low and high <= most

    def _checked(self, base: int, steps: tuple[int, ...]) -> Affine | np.generic | None:
        if not any(steps):
            low, high = _RANGES[self.dtype]
            return self.dtype.type(base) if low <= base <= high else None
        result = Affine(base, steps, self.shape, self.dtype)
        return result if result._fits(self.dtype) else None

    def _combine(self, other: object, sign: int, op: Callable[[object, object], object]) -> object:
        result: Affine | np.generic | None = None
        if type(other) is Affine:
            steps = tuple([a + sign * b for a, b in zip(self.steps, other.steps, strict=True)])
            result = self._checked(self.base + sign * other.base, steps)
        elif isinstance(other, int | np.integer):
            result = self._checked(self.base + sign * int(other), self.steps)
        return op(self.dense(), dense(other)) if result is None else result

    def __add__(self, other: object) -> object:
        return self._combine(other, 1, operator.add)

    __radd__ = __add__

    def __sub__(self, other: object) -> object:
        return self._combine(other, -1, operator.sub)

    def __rsub__(self, other: object) -> object:
        if isinstance(other, int | np.integer):
            result = self._checked(int(other) - self.base, tuple([-s for s in self.steps]))
            if result is not None:
                return result
        return operator.sub(dense(other), self.dense())

    def __mul__(self, other: object) -> object:
        result: Affine | np.generic | None = None
        if isinstance(other, int | np.integer):
            factor = int(other)
            result = self._checked(self.base * factor, tuple([s * factor for s in self.steps]))
        return operator.mul(self.dense(), dense(other)) if result is None else result

    __rmul__ = __mul__

    def _compare(self, other: object, op: _Compare) -> object:
        if isinstance(other, int | np.integer):
            bound = int(other)
            low, high = self.span
            at_low = op(low, bound)
            if at_low == op(high, bound) and (op not in (operator.eq, operator.ne) or not low <= bound <= high):
                return np.bool_(at_low)
        return op(self.dense(), dense(other))

    def __lt__(self, other: object) -> object:
        return self._compare(other, operator.lt)

    def __le__(self, other: object) -> object:
        return self._compare(other, operator.le)

    def __gt__(self, other: object) -> object:
        return self._compare(other, operator.gt)

    def __ge__(self, other: object) -> object:
        return self._compare(other, operator.ge)

    def __eq__(self, other: object) -> object:  # type: ignore[override]  # lane by lane, as for arrays
        return self._compare(other, operator.eq)

    def __ne__(self, other: object) -> object:  # type: ignore[override]  # lane by lane, as for arrays
        return self._compare(other, operator.ne)


def combine(start: Any, formulas: Sequence[tuple[Affine, Any]]) -> Any:
    """`start` plus each formula times its factor, as one formula where that is possible. Addresses never overflow."""
    if not formulas:
        return start
    steps: list[int] = []
    base = start
    for formula, factor in formulas:
        if type(base) is not int or type(factor) is not int:
            return _lane_by_lane(start, formulas)
        base += formula.base * factor
        more = formula.steps
        steps = [a + b * factor for a, b in zip(steps, more, strict=True)] if steps else [b * factor for b in more]
    return Affine(base, tuple(steps), formulas[0][0].shape, _INT64) if any(steps) else base


def _lane_by_lane(total: Any, formulas: Sequence[tuple[Affine, Any]]) -> Any:
    for formula, factor in formulas:
        total = total + formula.astype(_INT64) * factor
    return total


def shifted(formula: Affine, by: object) -> Any:
    """The address that far on; addresses never overflow."""
    if type(by) is int:
        return Affine(formula.base + by, formula.steps, formula.shape, _INT64) if by else formula
    if type(by) is Affine:
        steps = tuple([a + b for a, b in zip(formula.steps, by.steps, strict=True)])
        return Affine(formula.base + by.base, steps, formula.shape, _INT64) if any(steps) else formula.base + by.base
    return formula.dense() + by


def _along(axis: int, extent: int, axes: int) -> tuple[int, ...]:
    return tuple(extent if k == axis else 1 for k in range(axes))


def dense(value: object) -> Any:
    """The value as NumPy holds it: an array that broadcasts over the lanes, or one scalar for all.

    Any, because NumPy's stubs type no operation that both take.
    """
    return value.dense() if type(value) is Affine else value
