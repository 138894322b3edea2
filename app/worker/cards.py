"""What a worker can do with the GPUs that it found, and what it tells the store of them."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Protocol

from app.devices.cards.standing import Standing
from app.errors import StoreError
from app.store.cards import CardRow, CardStore

EVERY_S = 30.0
_MAKERS = frozenset({"nvidia", "geforce", "tesla", "quadro"})

log = logging.getLogger(__name__)


class Cards(Protocol):
    """A fleet, as far as it is told of."""

    def standings(self) -> tuple[Standing, ...]: ...


class Roll:
    """The cards of one worker, who calls it between and during submissions, in one thread."""

    def __init__(
        self, store: CardStore, worker: str, cards: Cards | None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._store = store
        self._worker = worker
        self._cards = cards
        self._clock = clock
        self._told: tuple[object, ...] = ()
        self._at = clock()
        self._next = 0.0
        self._busy: dict[str, float] = {}  # seconds in all, by card, when it was last told

    def capabilities(self) -> tuple[str, ...]:
        """The queues whose submissions this worker can grade now."""
        return capabilities(() if self._cards is None else self._cards.standings())

    def tell(self) -> None:
        """Tell the store when something has changed, and now and then so that it is known to be true."""
        if self._cards is None:
            return
        standings = self._cards.standings()
        state = tuple((one.card.uuid, one.usable, one.reason, one.peaks) for one in standings)
        now = self._clock()
        if state == self._told and now < self._next:
            return
        rows = [self._row(one, now - self._at) for one in standings]
        self._next = now + EVERY_S
        try:
            self._store.tell(self._worker, rows)
        except StoreError as error:  # verdicts matter, and what is told of cards is told again
            log.warning("the cards were not told of: %s", error)
            return
        self._told, self._at = state, now
        self._busy = {one.card.uuid: one.busy_s for one in standings}

    def withdraw(self) -> None:
        """This worker ends, and has no cards any more."""
        if self._cards is not None:
            try:
                self._store.tell(self._worker, ())
            except StoreError as error:  # it is not heard of any more, and so forgotten
                log.warning("the cards were not withdrawn: %s", error)

    def _row(self, one: Standing, seconds: float) -> CardRow:
        card = one.card
        busy = (one.busy_s - self._busy.get(card.uuid, 0.0)) / seconds if seconds > 0 else 0.0
        return CardRow(
            uuid=card.uuid,
            name=card.name,
            arch=card.arch,
            memory_bytes=card.memory_bytes,
            driver=card.driver,
            usable=one.usable,
            reason=one.reason,
            since=one.since,
            peaks=None if one.peaks is None else asdict(one.peaks),
            jobs=one.jobs,
            busy=round(min(max(busy, 0.0), 1.0), 3),
        )


def capabilities(standings: Sequence[Standing]) -> tuple[str, ...]:
    """ "simt", and where cards can be used "gpu" and "gpu." with the model of each."""
    models = dict.fromkeys(f"gpu.{model(one.card.name)}" for one in standings if one.usable)
    return ("simt", "gpu", *models) if models else ("simt",)


def model(name: str) -> str:
    """A card's name without its maker, such as "h200", or "rtx-4090"."""
    parts = [part for part in re.split(r"[^a-z0-9]+", name.lower()) if part and part not in _MAKERS]
    return "-".join(parts) or "unknown"
