"""Submissions as the web needs them."""

from __future__ import annotations

import secrets
from typing import Any

from sqlalchemy import Row, bindparam, insert, select, update

from app.domain.learner import Learner
from app.domain.submission import Event, Mode, Stage, State, Submission
from app.domain.verdict import VerdictKind
from app.store import forgetting, learners, lifecycle
from app.store.database import Connection, Database
from app.store.delivery import EventBus, JobQueue
from app.store.lifecycle import QUEUED, Journal, event, film, submission, verdict

INTERACTIVE = 0  # someone looks at the page; lower runs first
CAPABILITY = "simt"


_ADD = insert(submission).returning(submission)
_WAITING = select(submission).where(submission.c.learner == bindparam("the_learner"), submission.c.state == QUEUED)
_THIS = select(submission).where(submission.c.public == bindparam("the_id"))
_WITH_VERDICT = select(submission, verdict.c.record).outerjoin(verdict)
_THIS_WITH_VERDICT = _WITH_VERDICT.where(submission.c.public == bindparam("the_id"))
_HISTORY = (
    _WITH_VERDICT.where(
        submission.c.learner == bindparam("the_learner"),
        submission.c.exercise == bindparam("the_exercise"),
        submission.c.mode != Mode.QUIZ.value,
    )
    .order_by(submission.c.id.desc())
    .limit(bindparam("the_limit"))
)
_PASSED = (
    select(submission.c.exercise)
    .join(verdict)
    .where(
        submission.c.learner == bindparam("the_learner"),
        submission.c.mode == Mode.SUBMIT.value,
        verdict.c.kind == VerdictKind.PASSED.value,
    )
)
_EVENTS = (
    select(event)
    .join(submission)
    .where(submission.c.public == bindparam("the_id"), event.c.seq > bindparam("after"))
    .order_by(event.c.seq)
)
_FILM = select(film.c.pixels).join(submission).where(submission.c.public == bindparam("the_id"))


class SubmissionStore:
    def __init__(self, db: Database, queue: JobQueue, bus: EventBus, kept: int = forgetting.KEPT) -> None:
        self._db = db
        self._kept = kept
        self._journal = Journal(db, queue, bus)

    def create(
        self, learner: Learner, exercise: str, version: str, mode: Mode, source: str, queue: str = CAPABILITY
    ) -> Submission:
        """Store and enqueue; what comes back is safe on disk. It supersedes the learner's waiting one.

        Of very many that the learner has sent to this exercise the oldest go.

        `queue` is what a worker has to be capable of, such as "gpu"; the interpreter grades what asks for nothing more.
        """
        values = {
            "public": secrets.token_urlsafe(16),
            "learner": learner.id,
            "exercise": exercise,
            "version": version,
            "mode": mode,
            "source": source,
            "state": State.QUEUED,
            "created_at": self._db.now(),
            "queue": queue,
            "priority": INTERACTIVE,
            "tries": 0,
            "cancel": False,
        }
        with self._db.write(durable=True) as conn:
            self._supersede(conn, learner)
            row = conn.execute(_ADD, values).one()
            self._journal.wait(conn, row)
            learners.saw(conn, learner.id, self._db)
            forgetting.forget(conn, learner.id, exercise, self._kept)
        return lifecycle.to_submission(row)

    def get(self, id_: str) -> Submission | None:
        with self._db.read() as conn:
            row = conn.execute(_THIS_WITH_VERDICT, {"the_id": id_}).one_or_none()
        return None if row is None else lifecycle.to_submission(row, row.record)

    def latest(self, learner: Learner, exercise: str) -> Submission | None:
        return next(iter(self.history(learner, exercise, 1)), None)

    def history(self, learner: Learner, exercise: str, limit: int) -> list[Submission]:
        """The learner's submissions to an exercise, newest first; without those that only mark an answer."""
        wanted = {"the_learner": learner.id, "the_exercise": exercise, "the_limit": limit}
        with self._db.read() as conn:
            rows = conn.execute(_HISTORY, wanted).all()
        return [lifecycle.to_submission(row, row.record) for row in rows]

    def passed(self, learner: Learner) -> set[str]:
        """The exercises that the learner has passed with all cases, in whatever version."""
        with self._db.read() as conn:
            return set(conn.execute(_PASSED, {"the_learner": learner.id}).scalars())

    def position(self, id_: str) -> int | None:
        """The place in the queue, 1 for the next one; None where it does not wait."""
        with self._db.read() as conn:
            row = _row(conn, id_)
            return lifecycle.position(conn, row) if row is not None and row.state == State.QUEUED else None

    def events(self, id_: str, after: int = 0) -> list[Event]:
        """What happened to a submission after the event with the sequence number `after`."""
        with self._db.read() as conn:
            rows = conn.execute(_EVENTS, {"the_id": id_, "after": after}).all()
        return [Event(submission=id_, seq=row.seq, stage=Stage(row.stage), args=row.args) for row in rows]

    def film(self, id_: str) -> bytes | None:
        """The pictures that were drawn for a submission, as `Film.pixels`; of older ones they are not kept."""
        with self._db.read() as conn:
            return conn.execute(_FILM, {"the_id": id_}).scalar_one_or_none()

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
        for row in conn.execute(_WAITING, {"the_learner": learner.id}).all():
            self._journal.settle(conn, row, lifecycle.ours(VerdictKind.SUPERSEDED))


def _row(conn: Connection, id_: str) -> Row[Any] | None:
    return conn.execute(_THIS, {"the_id": id_}).one_or_none()
