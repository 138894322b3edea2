"""Evens: what observers hear of an access whose address is one formula."""

from __future__ import annotations

import numpy as np

from app.simt.affine import Affine
from app.simt.even import Even, Pattern, pattern
from app.simt.events import Space
from app.simt.lanes import Box, Lanes
from app.simt.memory import View

PATTERNS = 64  # that are remembered; a loop whose lanes leave one by one makes many


class Evens:
    """Makes even accesses of one group, with one pattern for all that differ in their offset alone."""

    def __init__(self, lanes: Lanes) -> None:
        self._lanes = lanes
        self._patterns: dict[tuple[Box, tuple[int, ...], int], Pattern] = {}

    def where(self, view: View, address: Affine | int | np.integer, box: Box) -> Even:
        """`address` is of all lanes, the access of those in the box."""
        if isinstance(address, Affine):
            base, steps = address.base, address.steps
        else:
            base, steps = int(address), (0,) * len(box)
        first = base + sum([start * step for (start, _, _), step in zip(box, steps, strict=True)])
        seam = 0 if view.memory.buffer.space is Space.GLOBAL else self._lanes.geometry.lanes_per_block
        key = (box, tuple([step * view.unit for step in steps]), seam)
        if key not in self._patterns:
            if len(self._patterns) >= PATTERNS:
                self._patterns.clear()
            self._patterns[key] = self._pattern(*key)
        return Even(self._patterns[key], first * view.unit)

    def _pattern(self, box: Box, steps: tuple[int, ...], seam: int) -> Pattern:
        strides = self._lanes.strides
        lane = sum([start * stride for (start, _, _), stride in zip(box, strides, strict=True)])
        axes = zip(box, strides, steps, strict=True)
        return pattern(lane, [(count, apart * stride, apart * step) for (_, count, apart), stride, step in axes], seam)
