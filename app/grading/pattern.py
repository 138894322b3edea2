"""Names the shape of a mistake from the outputs alone: "the last 24 elements were never written"."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from app.domain.verdict import Message
from app.grading.compare import Difference
from app.grading.poison import untouched


def recognise(difference: Difference, block: tuple[int, ...], *, empty: bool) -> Message | None:
    """The first pattern that explains every wrong element; None where none does.

    `block` is the launch's; `empty` says that the output was poisoned, so that an unwritten element can be told.
    """
    if empty and unwritten(difference):
        return _unwritten(difference)
    for pattern in _PATTERNS:
        message = pattern(difference)
        if message is not None:
            return message
    return _block_place(difference, math.prod(block)) or _tail_wrong(difference)


def unwritten(difference: Difference) -> bool:
    """Whether every wrong element still holds what it held before the launch."""
    return bool(untouched(difference.got)[difference.wrong].all())


def _unwritten(difference: Difference) -> Message:
    wrong = difference.wrong
    count, total = difference.count, wrong.size
    if count == total:
        return Message(key="pattern.nothing_written")
    flat = np.flatnonzero(wrong.ravel())
    if flat[0] == total - count:
        return Message(key="pattern.last_unwritten" if count == 1 else "pattern.tail_unwritten", args={"count": count})
    step = int(flat[1] - flat[0]) if count > 1 else 0
    if count > 2 and step > 1 and (np.diff(flat) == step).all():
        return Message(key="pattern.every_nth_unwritten", args={"step": step, "first": int(flat[0])})
    return Message(
        key="pattern.one_unwritten" if count == 1 else "pattern.unwritten", args={"count": count, "total": total}
    )


def _transposed(difference: Difference) -> Message | None:
    expected, got = difference.expected, difference.got
    if expected.ndim == 2 and expected.shape[0] == expected.shape[1] > 1 and _same(got, expected.T):
        return Message(key="pattern.transposed")
    return None


def _reversed(difference: Difference) -> Message | None:
    expected, got = difference.expected, difference.got
    if expected.ndim == 1 and expected.size > 2 and _same(got, expected[::-1]):
        return Message(key="pattern.reversed")
    return None


def _shifted(difference: Difference) -> Message | None:
    expected, got = difference.expected, difference.got
    if expected.ndim != 1 or expected.size < 4:
        return None
    for by, held, neighbours in ((1, got[:-1], expected[1:]), (-1, got[1:], expected[:-1])):
        if _same(held, neighbours) and (held != held[0]).any():  # equal neighbours are no evidence of a shift
            return Message(key="pattern.shifted", args={"by": by})
    return None


def _constant(difference: Difference) -> Message | None:
    got = difference.got
    if got.size > 2 and difference.count == got.size and (got == got.flat[0]).all():
        return Message(key="pattern.constant", args={"value": shown(got.flat[0])})
    return None


def _block_place(difference: Difference, size: int) -> Message | None:
    """One place in each block is wrong, as where the first or the last thread reads past its block's tile."""
    if difference.wrong.ndim != 1 or size < 2:
        return None
    places = np.unique(np.flatnonzero(difference.wrong) % size)
    if places.size == 1 and difference.count > 1:
        return Message(key="pattern.block_place", args={"thread": int(places[0]), "block": size})
    return None


def _tail_wrong(difference: Difference) -> Message | None:
    flat = np.flatnonzero(difference.wrong.ravel())
    total, count = difference.wrong.size, difference.count
    if 1 < count < total and flat[0] == total - count:
        return Message(key="pattern.tail_wrong", args={"count": count})
    return None


def _same(a: np.ndarray, b: np.ndarray) -> bool:
    return bool(np.array_equal(a, b))


def shown(value: np.generic) -> int | float | str:
    """A number as JSON can hold it: NaN, infinities and complex numbers as text, float32 with its own digits."""
    plain = value.item()
    if isinstance(plain, bool):
        return str(plain)
    if isinstance(plain, int):
        return plain if abs(plain) < 1 << 53 else str(plain)
    if isinstance(plain, float) and math.isfinite(plain):
        return float(str(value))  # 0.1 for float32(0.1), where item() gives 0.10000000149011612
    return str(plain)


_PATTERNS: tuple[Callable[[Difference], Message | None], ...] = (
    _transposed,
    _reversed,
    _shifted,
    _constant,
)
