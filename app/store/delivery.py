"""What the store asks of an engine that carries attempt ids to workers and news to pages."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from typing import Protocol

from app.store.database import Connection

Handler = Callable[[int | None], bool]


class JobQueue(Protocol):
    """Delivers attempts, at least once and in no certain order: the claim decides."""

    def enqueue(self, conn: Connection, attempt: int, *, queue: str, priority: int) -> None:
        """Part of the transaction of `conn`; workers hear of it after the commit."""

    def cancel(self, attempt: int) -> None:
        """Nobody needs this attempt delivered any more."""

    def run_worker(self, handler: Handler, *, queues: Sequence[str], concurrency: int = 1) -> None:
        """Call `handler` with an attempt, or None for "look for one", until `stop`.

        The handler says whether it found work.
        """

    def stop(self) -> None:
        """Let `run_worker` return after the handler's present call. May be called from a signal handler."""


class EventBus(Protocol):
    """Tells that there is news of a topic; the news itself is in the store.

    A subscriber also hears False now and then: nothing was heard, and some may have been lost.
    """

    def publish(self, topic: str, event_id: int) -> None: ...
    def subscribe(self, topic: str) -> AsyncGenerator[bool, None]: ...
