"""What a worker tells the store of the wall round its children."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence

from app.config import LAYERS, Settings
from app.errors import StoreError
from app.store.database import Database
from app.store.walls import WallRow, WallStore
from app.worker.cards import EVERY_S

log = logging.getLogger(__name__)


class Walls:
    """Told now and then, so that it is known to be true; called by one thread."""

    def __init__(
        self, store: WallStore, worker: str, rows: Sequence[WallRow], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._store, self._worker, self._rows, self._clock = store, worker, rows, clock
        self._next = clock()

    def tell(self) -> None:
        if not self._rows or self._clock() < self._next:
            return
        self._next = self._clock() + EVERY_S
        self._say(self._rows)

    def withdraw(self) -> None:
        """This worker ends."""
        if self._rows:
            self._say(())

    def _say(self, rows: Sequence[WallRow]) -> None:
        try:
            self._store.tell(self._worker, rows)
        except StoreError as error:  # verdicts matter, and this is told again
            log.warning("the wall was not told of: %s", error)


def standing(waived: Sequence[str]) -> list[WallRow]:
    """Of a worker that has been through the self-test, for which a layer stands unless it was left out."""
    return [
        WallRow(layer, "left_out", "GRIDSTRIDE_WITHOUT") if layer in waived else WallRow(layer, "stands", "")
        for layer in LAYERS
    ]


def tell_missing(settings: Settings, worker: str, missing: Mapping[str, str]) -> None:
    """Of a worker that does not start, as far as the store can be told."""
    rows = [WallRow(layer, "missing", why) for layer, why in missing.items()]
    try:
        with Database.open(settings.data) as db:
            db.migrate()
            WallStore(db).tell(worker, rows)
    except StoreError as error:  # the worker says the same itself, on its way out
        log.warning("the missing layers were not told of: %s", error)
