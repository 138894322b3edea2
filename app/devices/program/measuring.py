"""Times of a replay on a GPU, put beside those of the model. They come from where a learner's device code ran."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from app.devices.program.calls import Call
from app.errors import FrameError
from app.protocol.frames import Frame

SECONDS = 5.0  # for all rounds together
MOST_SECONDS = 30.0  # until an answer: a round may be longer than it should
_SLACK_US = 50.0  # two clocks, and an event's own resolution


def seconds(limit: float) -> float:
    """What a program with this limit gets for all rounds of its replay."""
    return min(SECONDS, limit / 4)


def asked(seconds: float) -> Frame:
    return Frame("replay", {"seconds": seconds})


def measured(calls: Sequence[Call], said: Frame) -> list[Call]:
    """The calls with the times of the replay. Raises FrameError where it has none, with the reason, or no sense."""
    why = said.data.get("why")
    if said.kind != "replayed" or not isinstance(why, str) or len(why) > 200:
        raise FrameError("a device says how its replay went")
    if why:
        raise FrameError(why)
    spans = said.arrays.get("spans")
    if spans is None or spans.dtype != np.float64 or spans.shape != (len(calls), 2) or not _sound(spans):
        raise FrameError("a replay has a beginning and an end for each call")
    pairs = np.maximum(spans, 0.0)
    return [
        replace(call, measured_start_us=float(start), measured_end_us=float(max(start, end)))
        for call, (start, end) in zip(calls, pairs, strict=True)
    ]


def _sound(spans: np.ndarray) -> bool:
    if not np.isfinite(spans).all():
        return False
    inside = (spans >= -_SLACK_US).all() and (spans <= 1e6 * MOST_SECONDS).all()
    return bool(inside and (spans[:, 1] >= spans[:, 0] - _SLACK_US).all())
