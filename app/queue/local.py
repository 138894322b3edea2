"""The embedded queue: the rows are the queue, so all that is carried is a wake-up."""

from __future__ import annotations

import select
import socket
from collections.abc import Sequence
from pathlib import Path

from app.queue.mailbox import Mailbox, Post
from app.store.database import Connection, after_commit
from app.store.delivery import Handler

POLL_S = 0.5


class LocalQueue:
    def __init__(self, folder: Path, *, poll_s: float = POLL_S) -> None:
        self._folder = folder
        self._post = Post(folder, "worker")
        self._poll_s = poll_s
        self._stopped, self._stopper = socket.socketpair()

    def enqueue(self, conn: Connection, attempt: int, *, queue: str, priority: int) -> None:  # noqa: ARG002  # in the row
        after_commit(conn, lambda: self._post.send(str(attempt)))

    def cancel(self, attempt: int) -> None:
        """Nothing to take back: its row says that it is done."""

    def run_worker(self, handler: Handler, *, queues: Sequence[str], concurrency: int = 1) -> None:  # noqa: ARG002  # the claim knows the queues
        """Each local worker is a process of its own, so one with more than one attempt at a time is refused."""
        if concurrency != 1:
            raise ValueError("an embedded worker runs one attempt at a time: start more workers")
        mailbox = Mailbox(self._folder, "worker")
        try:
            while not self._is_stopped(0):
                mailbox.drain()  # before looking for work: what comes after this wakes us again
                if not handler(None):
                    self._wait(mailbox)
        finally:
            mailbox.close()

    def stop(self) -> None:
        self._stopper.send(b"x")

    def close(self) -> None:
        self._post.close()
        self._stopped.close()
        self._stopper.close()

    def _is_stopped(self, timeout: float) -> bool:
        return bool(select.select([self._stopped], [], [], timeout)[0])

    def _wait(self, mailbox: Mailbox) -> None:
        heard = [self._stopped] if mailbox.socket is None else [self._stopped, mailbox.socket]
        select.select(heard, [], [], self._poll_s)
