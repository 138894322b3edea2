"""The step budget, and the loops that are running now.

One step is one statement run by up to 1,024 threads of the group, so that a budget stands for about the
same time and ends at about the same iteration whatever the block size and however blocks are grouped.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Protocol

from app.simt.faults import SpentError
from app.simt.masks import Mask

THREADS_PER_STEP = 1024
_LOOK_EVERY = 64  # steps between two looks at the clock


class Variables(Protocol):
    """The running call's variables: a value in each slot, and the slots of each name."""

    @property
    def slots(self) -> list[object]: ...
    @property
    def names(self) -> dict[str, list[int]]: ...


@dataclass(slots=True)
class Lap:
    """One loop that is running: how often it came round, and which lanes are still in it."""

    line: int
    names: tuple[str, ...]  # variables that the loop reads or sets
    variables: Variables
    rounds: int = 0
    mask: Mask = True


class Meter:
    def __init__(self, steps: int, seconds: float = math.inf) -> None:
        self.left = steps
        self._deadline = time.monotonic() + seconds
        self._looks = _LOOK_EVERY
        self.cost = 1
        self.laps: list[Lap] = []

    def weigh(self, threads: int) -> None:
        """Set what a statement costs while a group of so many threads runs."""
        self.cost = max(1, threads // THREADS_PER_STEP)
        self.laps.clear()

    def spend(self, statements: int) -> None:
        self.left -= statements * self.cost
        self._looks -= self.cost
        if self.left < 0 or (self._looks < 0 and self._late()):
            raise SpentError

    def _late(self) -> bool:
        self._looks = _LOOK_EVERY
        return time.monotonic() > self._deadline

    def spinning(self) -> Lap | None:
        """The loop that ate the budget: the one that came round most often, the outer of two that tie."""
        return max(self.laps, key=lambda lap: lap.rounds, default=None)
