"""Whether a card is used: set aside with a reason when it misbehaves, and tried again after growing whiles."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from app.devices.records import Card, Peaks

TRIES = 3  # how often in a row a card may fail to start before it is set aside
_PAUSES_S = (0.5, 2.0)  # between these tries
_ASIDE_S = (60.0, 300.0, 900.0)  # until a card is tried again, longer each time
_SOUND_S = 900.0  # a card that was used for so long begins with the shortest while again

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Standing:
    """A card as one worker sees it. `reason` is a sentence without paths, empty where the card is used."""

    card: Card
    peaks: Peaks | None
    usable: bool
    reason: str
    since: datetime
    jobs: int
    busy_s: float


class Repute:
    """What one worker thinks of one card. Whoever calls it holds the lock of its station."""

    def __init__(
        self,
        name: str,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.usable = True
        self.reason = ""
        self.since = now()
        self._name = name
        self._clock = clock
        self._now = now
        self._failures = 0  # in a row
        self._times_aside = 0
        self._next = 0.0  # no try before; infinite where there is none
        self._back = clock()

    def wait_s(self) -> float:
        """How long to wait before the card is tried (again), 0 where it may be tried now."""
        return max(0.0, self._next - self._clock())

    def came_up(self) -> None:
        """An executor works there."""
        self._failures = 0
        self._next = 0.0
        if not self.usable:
            self.usable, self.reason, self.since = True, "", self._now()
            self._back = self._clock()
            log.info("%s is used again", self._name)

    def failed(self, reason: str, detail: str, *, others: bool = False) -> None:
        """An executor could not be started there. Sets the card aside when it happens too often.

        Unless `others` work there: then it is the spare that is missing, for which the card may have no room.
        """
        self._failures += 1
        if self.usable and (others or self._failures < TRIES):
            pauses = (*_PAUSES_S, _ASIDE_S[0])
            self._next = self._clock() + pauses[min(self._failures, len(pauses)) - 1]
            log.warning("%s did not start a process, and is tried again: %s", self._name, detail)
        else:
            self.set_aside(reason, detail)

    def hurry(self) -> None:
        """The last executor there has ended: start one now, if the card is used."""
        if self.usable:
            self._next = 0.0

    def set_aside(self, reason: str, detail: str, *, for_ever: bool = False) -> None:
        """Use the card no more for a while, and say why. `detail` is for the log alone."""
        if self.usable and self._clock() - self._back > _SOUND_S:
            self._times_aside = 0
        pause = float("inf") if for_ever else _ASIDE_S[min(self._times_aside, len(_ASIDE_S) - 1)]
        self._times_aside += 1
        self._failures = 0
        self._next = self._clock() + pause
        if self.usable or self.reason != reason:
            self.usable, self.reason, self.since = False, reason, self._now()
            log.error("%s is set aside: %s (%s)", self._name, reason, detail)
        else:
            log.warning("%s stays aside: %s (%s)", self._name, reason, detail)
