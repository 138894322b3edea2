"""Attempts as a worker needs them: claimed under a lease, kept by a heartbeat, finished once."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal

from sqlalchemy import Row, Select, exists, select, update
from sqlalchemy.sql.elements import ColumnElement

from app.domain.submission import Stage, State, Submission
from app.domain.verdict import Verdict, VerdictKind
from app.store import lifecycle
from app.store.database import Connection, Database
from app.store.delivery import EventBus, JobQueue
from app.store.lifecycle import Journal, event, submission, verdict


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to grade one attempt, until the heartbeat stops or someone takes it back. `token` fences."""

    attempt: int
    worker: str
    token: str
    submission: Submission


class AttemptStore:
    """`lease_s`: how long a silent worker keeps an attempt. `tries`: how often one starts before it is our fault."""

    def __init__(self, db: Database, queue: JobQueue, bus: EventBus, *, lease_s: float, tries: int) -> None:
        self._db = db
        self._journal = Journal(db, queue, bus)
        self._lease = timedelta(seconds=lease_s)
        self._tries = tries

    def claim(self, worker: str, capabilities: Sequence[str], attempt_id: int | None = None) -> Lease | None:
        """Take the next attempt, or the named one, whose learner has none running. Counts a try."""
        following = _following(capabilities, attempt_id)
        with self._db.read() as conn:  # an idle worker must not take the write lock to learn that it is idle
            if conn.scalar(following) is None:
                return None
        with self._db.write() as conn:
            id_ = conn.scalar(following.with_for_update(skip_locked=True))
            if id_ is None:
                return None
            row = self._start(conn, id_, worker)
            self._journal.tell(conn, row, Stage.COMPILING, {})
        return Lease(row.id, worker, row.lease_token, lifecycle.to_submission(row))

    def heartbeat(self, lease: Lease) -> Literal["ok", "cancel", "lost"]:
        """Keep the lease. `lost`: the result will not count; `cancel`: nobody wants it."""
        keep = update(submission).where(_holds(lease)).values(lease_until=self._db.now() + self._lease)
        with self._db.write() as conn:
            cancel = conn.execute(keep.returning(submission.c.cancel)).scalar_one_or_none()
        if cancel is None:
            return "lost"
        return "cancel" if cancel else "ok"

    def progress(self, lease: Lease, stage: Stage, args: Mapping[str, object]) -> bool:
        """Tell how far it is; the same news twice in a row is told once. False where the lease is lost."""
        with self._db.write() as conn:
            row = _held(conn, lease)
            if row is not None and _last_event(conn, row) != (stage, args):
                self._journal.tell(conn, row, stage, args)
            return row is not None

    def finish(self, lease: Lease, result: Verdict) -> bool:
        """Store the verdict, once. True where it is this lease's; False where the lease was lost before."""
        with self._db.write(durable=True) as conn:
            row = _held(conn, lease)
            if row is None:
                return _was_finished_by(conn, lease)
            self._journal.settle(conn, row, result)
            return True

    def give_back(self, lease: Lease, *, counted: bool) -> None:
        """Let another worker try. Not `counted`: this one was asked to stop, and nothing is wrong with the attempt."""
        with self._db.write(durable=True) as conn:
            row = _held(conn, lease)
            if row is not None:
                self._return(conn, row, row.tries if counted else row.tries - 1)

    def release(self, worker: str) -> list[int]:
        """Take back what a worker held that is known to be dead. Gives the attempts that wait again."""
        return self._take_back(submission.c.lease_worker == worker)

    def sweep(self) -> list[int]:
        """Take back what silent workers held. Gives the attempts that wait again."""
        return self._take_back(submission.c.lease_until < self._db.now())

    def _start(self, conn: Connection, id_: int, worker: str) -> Row[Any]:
        start = update(submission).where(submission.c.id == id_)
        values = {
            "state": State.RUNNING,
            "tries": submission.c.tries + 1,
            "lease_worker": worker,
            "lease_token": secrets.token_hex(16),
            "lease_until": self._db.now() + self._lease,
        }
        return conn.execute(start.values(values).returning(submission)).one()

    def _take_back(self, whose: ColumnElement[bool]) -> list[int]:
        query = select(submission).where(submission.c.state == State.RUNNING, whose)
        with self._db.read() as conn:
            if conn.execute(query).first() is None:
                return []
        with self._db.write(durable=True) as conn:
            rows = conn.execute(query.with_for_update(skip_locked=True)).all()
            return [row.id for row in rows if self._return(conn, row, row.tries)]

    def _return(self, conn: Connection, row: Row[Any], tries: int) -> bool:
        """Say whether it waits again; otherwise it has its verdict. The lease's holder, if alive, is fenced off."""
        again = not row.cancel and tries < self._tries
        free = {"lease_worker": None, "lease_token": None, "lease_until": None, "tries": tries}
        conn.execute(update(submission).where(submission.c.id == row.id).values(free))
        if again:
            conn.execute(update(submission).where(submission.c.id == row.id).values(state=State.QUEUED))
            self._journal.wait(conn, row)
        else:
            kind = VerdictKind.SUPERSEDED if row.cancel else VerdictKind.INFRASTRUCTURE
            self._journal.settle(conn, row, lifecycle.ours(kind))
        return again


def _following(capabilities: Sequence[str], attempt_id: int | None) -> Select[int]:
    other = submission.alias()
    busy = exists().where(other.c.learner == submission.c.learner, other.c.state == State.RUNNING)
    query = select(submission.c.id).where(
        submission.c.state == State.QUEUED, submission.c.queue.in_(capabilities), ~busy
    )
    if attempt_id is not None:
        query = query.where(submission.c.id == attempt_id)
    return query.order_by(submission.c.priority, submission.c.id).limit(1)


def _holds(lease: Lease) -> ColumnElement[bool]:
    return (
        (submission.c.id == lease.attempt)
        & (submission.c.state == State.RUNNING)
        & (submission.c.lease_token == lease.token)
    )


def _held(conn: Connection, lease: Lease) -> Row[Any] | None:
    return conn.execute(select(submission).where(_holds(lease)).with_for_update()).one_or_none()


def _was_finished_by(conn: Connection, lease: Lease) -> bool:
    query = (
        select(submission.c.id)
        .join(verdict)
        .where(submission.c.id == lease.attempt, submission.c.lease_token == lease.token)
    )
    return conn.scalar(query) is not None


def _last_event(conn: Connection, row: Row[Any]) -> tuple[str, object]:
    query = select(event.c.stage, event.c.args).where(event.c.submission == row.id).order_by(event.c.seq.desc())
    last = conn.execute(query.limit(1)).one()
    return (last.stage, last.args)
