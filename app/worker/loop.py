"""The worker: claim, grade under a heartbeat, finish; stop when asked."""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import closing

from app.config import Settings
from app.domain.submission import Stage, Submission
from app.domain.verdict import Verdict, VerdictKind
from app.errors import StoreError
from app.logs import about
from app.queue import LocalBus, LocalQueue
from app.store.attempts import AttemptStore, Lease
from app.store.cards import CardStore
from app.store.database import Database
from app.store.lifecycle import ours
from app.store.presence import Presence
from app.store.walls import WallRow, WallStore
from app.worker.cards import Cards, Roll
from app.worker.filming import Drawing
from app.worker.films import Films
from app.worker.listing import Listed
from app.worker.pulse import Pulse
from app.worker.stop import Abandon, StopSignals
from app.worker.walls import Walls

Progress = Callable[[Stage, dict[str, object]], None]
Grade = Callable[[Submission, Progress], Verdict]
Unlisted = Callable[[], Future[Listed] | None]
Drawn = Callable[[], Drawing | None]

_PAUSES_S = (0.1, 0.2, 0.5, 1.0, 2.0)

log = logging.getLogger(__name__)


def name_of(pid: int) -> str:
    """The name under which the worker process `pid` of this machine holds leases."""
    return f"{socket.gethostname()}:{pid}"


def work(
    settings: Settings,
    grade: Grade,
    *,
    name: str | None = None,
    cards: Cards | None = None,
    unlisted: Unlisted = lambda: None,
    drawing: Drawn = lambda: None,
    wall: Sequence[WallRow] = (),
) -> int:
    """Grade submissions until SIGTERM or SIGINT; call it in the main thread. Returns the exit code, 0.

    Of `cards` it takes what it can grade, and tells the store how they are. `unlisted` gives the machine code that the
    last verdict did not wait for, `drawing` the film, which is drawn while no submission waits. `wall` is what stands
    round its children, which the store is told as well.

    An exception of `grade` is ours: it is logged, and the attempt gets another try. Raises StoreError where
    the store cannot be opened.
    """
    with (
        Presence(settings.data, "worker"),
        Database.open(settings.data) as db,
        closing(LocalQueue(settings.data)) as queue,
        closing(LocalBus(settings.data)) as bus,
    ):
        db.migrate()
        attempts = AttemptStore(db, queue, bus, lease_s=settings.lease_s, tries=settings.tries)
        name = name or name_of(os.getpid())
        roll = Roll(CardStore(db), name, cards)
        with StopSignals(queue.stop, settings.grace_s) as stop:
            walls = Walls(WallStore(db), name, wall)
            films = Films(attempts)
            worker = Worker(attempts, grade, stop, name, roll, settings.lease_s, unlisted, walls, drawing, films)
            queue.run_worker(worker.turn, queues=roll.capabilities())
            films.close()
        roll.withdraw()
        walls.withdraw()
    return 0


class Worker:
    """One attempt at a time. `turn` is what a queue calls."""

    def __init__(
        self,
        attempts: AttemptStore,
        grade: Grade,
        stop: StopSignals,
        name: str,
        roll: Roll,
        lease_s: float,
        unlisted: Unlisted = lambda: None,
        walls: Walls | None = None,
        drawing: Drawn = lambda: None,
        films: Films | None = None,
    ) -> None:
        self._attempts = attempts
        self._grade = grade
        self._stop = stop
        self._name = name
        self._roll = roll
        self._lease_s = lease_s
        self._unlisted = unlisted
        self._walls = walls
        self._drawing = drawing
        self._films = films or Films(attempts)
        self._next_sweep = 0.0
        self._failures = 0  # in a row

    def turn(self, attempt: int | None) -> bool:
        """Grade an attempt where there is one, else draw a slice of a film; say whether there was anything to do."""
        try:
            self._sweep()
            self._show()
            self._films.tell()
            lease = self._attempts.claim(self._name, self._roll.capabilities(), attempt)
        except StoreError as error:
            log.error("%s", error)  # noqa: TRY400  # a sentence for the operator; the worker goes on
            self._pause()
            return False
        if lease is None:
            return self._draw()
        self._attempt(lease)
        return True

    def _draw(self) -> bool:
        try:
            with self._stop.exposed():
                return self._films.draw()
        except Abandon:  # asked to stop, some grace ago
            return False

    def _show(self) -> None:
        """That this worker is here, with which cards and behind which wall."""
        self._roll.tell()
        if self._walls is not None:
            self._walls.tell()

    def _sweep(self) -> None:
        if time.monotonic() >= self._next_sweep:
            self._next_sweep = time.monotonic() + self._lease_s / 5
            self._attempts.sweep()

    def _attempt(self, lease: Lease) -> None:
        began = time.monotonic()
        with Pulse(self._attempts, lease, self._lease_s / 3) as pulse:
            try:
                verdict = self._graded(lease, pulse)
                self._finish(lease, verdict)
                self._list_later(lease.attempt)
                if verdict.coming and (drawing := self._drawing()) is not None:
                    self._films.add(lease.attempt, drawing)
                _told(lease.submission, verdict.kind, began)
                self._failures = 0
            except Abandon as abandon:
                self._abandon(lease, abandon)
            except Exception:
                log.exception("submission %s was not graded", lease.submission.id, extra=_failed(lease.submission))
                self._give_back(lease, counted=True)
                self._pause()

    def _graded(self, lease: Lease, pulse: Pulse) -> Verdict:
        def progress(stage: Stage, args: dict[str, object]) -> None:
            pulse.tell(stage, args)
            with self._stop.shielded():
                self._show()
            if pulse.state != "ok":
                raise Abandon(pulse.state)

        with self._stop.exposed():
            return self._grade(lease.submission, progress)

    def _finish(self, lease: Lease, verdict: Verdict) -> None:
        """Store the verdict, waiting for a disk that is full for as long as the lease may last."""
        give_up = time.monotonic() + self._lease_s
        while not self._stored(lease, verdict, give_up):
            self._pause()

    def _stored(self, lease: Lease, verdict: Verdict, give_up: float) -> bool:
        try:
            ours_to_store = self._attempts.finish(lease, verdict)
        except StoreError as error:
            if self._stop.asked or time.monotonic() > give_up:
                raise
            log.error("%s", error)  # noqa: TRY400  # a sentence for the operator; the worker goes on
            return False
        if not ours_to_store:
            log.warning("the verdict on %s came after its lease was lost", lease.submission.id)
        return True

    def _list_later(self, attempt: int) -> None:
        """Have the verdict completed when its machine code has been read, in the thread that reads it."""
        coming = self._unlisted()
        if coming is not None:
            coming.add_done_callback(lambda done: self._list_code(attempt, done))

    def _list_code(self, attempt: int, done: Future[Listed]) -> None:
        if done.cancelled():  # the worker ends
            return
        try:
            self._attempts.list_code(attempt, done.result())
        except StoreError as error:  # the verdict stands without it
            log.warning("no machine code was stored: %s", error)

    def _abandon(self, lease: Lease, abandon: Abandon) -> None:
        what = about("left", submission=lease.submission.id, exercise=lease.submission.exercise, why=abandon.why)
        log.info("left submission %s: %s", lease.submission.id, abandon.why, extra=what)
        if abandon.why == "stop":
            self._give_back(lease, counted=False)
        elif abandon.why == "cancel":
            self._finish(lease, ours(VerdictKind.SUPERSEDED))

    def _give_back(self, lease: Lease, *, counted: bool) -> None:
        try:
            self._attempts.give_back(lease, counted=counted)
        except StoreError as error:  # a sweep takes it back when the lease ends
            log.error("%s", error)  # noqa: TRY400  # a sentence for the operator; the worker goes on

    def _pause(self) -> None:
        """Longer with each failure in a row, lest what fails at once uses up every try in a moment."""
        time.sleep(0 if self._stop.asked else _PAUSES_S[min(self._failures, len(_PAUSES_S) - 1)])
        self._failures += 1


def _told(submission: Submission, kind: VerdictKind, began: float) -> None:
    ms = round(1000 * (time.monotonic() - began))
    what = about("graded", submission=submission.id, exercise=submission.exercise, verdict=kind.value, ms=ms)
    log.info("graded submission %s: %s in %d ms", submission.id, kind, ms, extra=what)


def _failed(submission: Submission) -> dict[str, object]:
    return about("failed", submission=submission.id, exercise=submission.exercise)
