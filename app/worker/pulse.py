"""What the store hears of one attempt while it runs, from a thread of its own: the heartbeat, and how far it is."""

from __future__ import annotations

import logging
import threading
import time
from typing import Literal, Self

from app.domain.submission import Stage
from app.errors import StoreError
from app.store.attempts import AttemptStore, Lease

QUIET_S = 0.1  # from news until they are told: each telling is a transaction, and what is over sooner needs none
News = tuple[Stage, dict[str, object]]

log = logging.getLogger(__name__)


class Pulse:
    """A context in which a lease is kept. `state` is what the store last said of it."""

    def __init__(self, attempts: AttemptStore, lease: Lease, every_s: float) -> None:
        self.state: Literal["ok", "cancel", "lost"] = "ok"
        self._attempts = attempts
        self._lease = lease
        self._every_s = every_s
        self._changed = threading.Condition()
        self._over = False
        self._news: News | None = None
        self._due = 0.0
        self._thread = threading.Thread(target=self._live, name="heartbeat", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        with self._changed:
            self._over = True
            self._changed.notify()
        self._thread.join()

    def tell(self, stage: Stage, args: dict[str, object]) -> None:
        """Have the newest of what is said here told soon, unless the attempt is over before; never waits for a disk."""
        with self._changed:
            if self._news is None:
                self._due = time.monotonic() + QUIET_S
                self._changed.notify()
            self._news = stage, args

    def _live(self) -> None:
        beat = time.monotonic() + self._every_s
        while self._waited(beat):
            if (news := self._taken()) is not None:
                self._say(*news)
            if self.state != "lost" and time.monotonic() >= beat:
                self._beat()
                beat = time.monotonic() + self._every_s

    def _waited(self, beat: float) -> bool:
        """Until something is due; False where the attempt is over."""
        with self._changed:
            while not self._over:
                due = self._due if self._news is not None else float("inf")
                left = min(due, beat if self.state != "lost" else float("inf")) - time.monotonic()
                if left <= 0:
                    break
                self._changed.wait(min(left, threading.TIMEOUT_MAX))
            return not self._over

    def _taken(self) -> News | None:
        with self._changed:
            if self._news is None or time.monotonic() < self._due:
                return None
            news, self._news = self._news, None
            return news

    def _say(self, stage: Stage, args: dict[str, object]) -> None:
        try:
            self._attempts.progress(self._lease, stage, args)
        except StoreError as error:  # the verdict matters, and it is not yet there
            log.warning("no progress told: %s", error)

    def _beat(self) -> None:
        try:
            self.state = self._attempts.heartbeat(self._lease)
        except StoreError as error:  # the disk may have room again before the lease ends
            log.warning("no heartbeat: %s", error)
