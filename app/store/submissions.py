"""Submissions as the web needs them."""

from __future__ import annotations

import secrets
from typing import Any

from sqlalchemy import Row, Select, insert, select, update

from app.domain.learner import Learner
from app.domain.submission import Event, Mode, Stage, State, Submission
from app.domain.verdict import VerdictKind
from app.store import learners, lifecycle
from app.store.database import Connection, Database
from app.store.delivery import EventBus, JobQueue
from app.store.lifecycle import Journal, event, submission, verdict

INTERACTIVE = 0  # someone looks at the page; lower runs first
CAPABILITY = "simt"


class SubmissionStore:
    def __init__(self, db: Database, queue: JobQueue, bus: EventBus) -> None:
        self._db = db
        self._journal = Journal(db, queue, bus)

    def create(self, learner: Learner, exercise: str, version: str, mode: Mode, source: str) -> Submission:
        """Store and enqueue; what comes back is safe on disk. It supersedes the learner's waiting one."""
        values = {
            "public": secrets.token_urlsafe(16),
            "learner": learner.id,
            "exercise": exercise,
            "version": version,
            "mode": mode,
            "source": source,
            "state": State.QUEUED,
            "created_at": self._db.now(),
            "queue": CAPABILITY,
            "priority": INTERACTIVE,
            "tries": 0,
            "cancel": False,
        }
        with self._db.write(durable=True) as conn:
            self._supersede(conn, learner)
            row = conn.execute(insert(submission).values(values).returning(submission)).one()
            self._journal.wait(conn, row)
            learners.saw(conn, learner.id, self._db)
        return lifecycle.to_submission(row)

    def get(self, id_: str) -> Submission | None:
        return self._first(_with_verdict().where(submission.c.public == id_))

    def latest(self, learner: Learner, exercise: str) -> Submission | None:
        return next(iter(self.history(learner, exercise, 1)), None)

    def history(self, learner: Learner, exercise: str, limit: int) -> list[Submission]:
        """The learner's submissions to an exercise, newest first."""
        query = _with_verdict().where(submission.c.learner == learner.id, submission.c.exercise == exercise)
        with self._db.read() as conn:
            rows = conn.execute(query.order_by(submission.c.id.desc()).limit(limit)).all()
        return [lifecycle.to_submission(row, row.record) for row in rows]

    def passed(self, learner: Learner) -> set[str]:
        """The exercises that the learner has passed with all cases, in whatever version."""
        query = (
            select(submission.c.exercise)
            .join(verdict)
            .where(
                submission.c.learner == learner.id,
                submission.c.mode == Mode.SUBMIT,
                verdict.c.kind == VerdictKind.PASSED,
            )
        )
        with self._db.read() as conn:
            return set(conn.scalars(query))

    def position(self, id_: str) -> int | None:
        """The place in the queue, 1 for the next one; None where it does not wait."""
        with self._db.read() as conn:
            row = _row(conn, id_)
            return lifecycle.position(conn, row) if row is not None and row.state == State.QUEUED else None

    def events(self, id_: str, after: int = 0) -> list[Event]:
        """What happened to a submission after the event with the sequence number `after`."""
        query = (
            select(event).join(submission).where(submission.c.public == id_, event.c.seq > after).order_by(event.c.seq)
        )
        with self._db.read() as conn:
            rows = conn.execute(query).all()
        return [Event(submission=id_, seq=row.seq, stage=Stage(row.stage), args=row.args) for row in rows]

    def cancel(self, id_: str) -> None:
        """Nobody waits for this one any more. A running one ends when its worker hears of it."""
        with self._db.write(durable=True) as conn:
            row = _row(conn, id_)
            if row is None or row.state == State.DONE:
                return
            if row.state == State.QUEUED:
                self._journal.settle(conn, row, lifecycle.ours(VerdictKind.SUPERSEDED))
            else:
                conn.execute(update(submission).where(submission.c.id == row.id).values(cancel=True))

    def _supersede(self, conn: Connection, learner: Learner) -> None:
        waiting = select(submission).where(submission.c.learner == learner.id, submission.c.state == State.QUEUED)
        for row in conn.execute(waiting).all():
            self._journal.settle(conn, row, lifecycle.ours(VerdictKind.SUPERSEDED))

    def _first(self, query: Select[Any]) -> Submission | None:
        with self._db.read() as conn:
            row = conn.execute(query).one_or_none()
        return None if row is None else lifecycle.to_submission(row, row.record)


def _with_verdict() -> Select[Any]:
    return select(submission, verdict.c.record).outerjoin(verdict)


def _row(conn: Connection, id_: str) -> Row[Any] | None:
    return conn.execute(select(submission).where(submission.c.public == id_)).one_or_none()
