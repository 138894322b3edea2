"""A submission's life as rows: what it is, what was told of it, how it ended.

`Journal` holds the only three changes that others build on. Each writes its event in the caller's
transaction, and tells the bus after the commit, so that a page can miss news but never read a lie.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from pydantic import ValidationError
from sqlalchemy import (
    Boolean,
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Row,
    String,
    Table,
    Text,
    bindparam,
    delete,
    func,
    insert,
    literal_column,
    select,
    text,
    update,
)

from app.domain.film import Film
from app.domain.submission import Mode, Stage, State, Submission
from app.domain.verdict import Message, Verdict, VerdictKind
from app.store import learners, marks
from app.store.columns import Instant, Json, metadata
from app.store.database import Connection, Database, after_commit
from app.store.delivery import EventBus, JobQueue

# Spelled out rather than bound: a database cannot tell that a bound value is the one of a partial index.
QUEUED: ColumnElement[str] = literal_column(f"'{State.QUEUED}'")
RUNNING: ColumnElement[str] = literal_column(f"'{State.RUNNING}'")
_WAITING = text(f"state = {QUEUED}")
_RUNNING = text(f"state = {RUNNING}")

submission = Table(
    "submission",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("public", String(32), nullable=False, unique=True),
    Column("learner", ForeignKey("learner.id"), nullable=False),
    Column("exercise", String(80), nullable=False),
    Column("version", String(80), nullable=False),
    Column("mode", String(16), nullable=False),
    Column("source", Text, nullable=False),
    Column("state", String(16), nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("queue", String(32), nullable=False),  # the capability that a worker needs
    Column("priority", Integer, nullable=False),  # lower runs first
    Column("tries", Integer, nullable=False),
    Column("lease_worker", String(120)),
    Column("lease_token", String(32)),
    Column("lease_until", Instant),
    Column("cancel", Boolean, nullable=False),
    Index("ix_submission_waiting", "queue", "priority", "id", sqlite_where=_WAITING, postgresql_where=_WAITING),
    Index("uq_submission_running", "learner", unique=True, sqlite_where=_RUNNING, postgresql_where=_RUNNING),
    Index("ix_submission_history", "learner", "exercise", "id"),
)

event = Table(
    "event",
    metadata,
    Column("submission", ForeignKey("submission.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("stage", String(16), nullable=False),
    Column("args", Json, nullable=False),
    Column("at", Instant, nullable=False),
    PrimaryKeyConstraint("submission", "seq"),
)

verdict = Table(
    "verdict",
    metadata,
    Column("submission", ForeignKey("submission.id"), primary_key=True),
    Column("kind", String(32), nullable=False),
    Column("record", Json, nullable=False),
    Column("stored_at", Instant, nullable=False),
)


film = Table(
    "film",
    metadata,
    Column("submission", ForeignKey("submission.id"), primary_key=True),
    Column("pixels", LargeBinary, nullable=False),  # as app.domain.film has them
)


def ours(kind: VerdictKind) -> Verdict:
    """A verdict about no kernel: the submission was superseded, or we failed."""
    return Verdict(kind=kind, device="none", message=Message(key=f"verdict.{kind.value}"))


def to_submission(row: Row[Any], record: object = None) -> Submission:
    return Submission(
        id=row.public,
        learner=row.learner,
        exercise=row.exercise,
        version=row.version,
        mode=Mode(row.mode),
        source=row.source,
        state=State(row.state),
        created_at=row.created_at,
        verdict=None if record is None else _stored(record),
    )


def _stored(record: object) -> Verdict:
    """A verdict as it is kept; of one that another version wrote in a form that is not ours, its kind alone."""
    try:
        return Verdict.model_validate(record)
    except ValidationError:
        kind = record.get("kind") if isinstance(record, dict) else None
        known = next((one for one in VerdictKind if one == kind), VerdictKind.INFRASTRUCTURE)
        return Verdict(kind=known, device="none", message=Message(key="verdict.unreadable"))


# Statements are made once: SQLAlchemy takes longer to build one than SQLite to run it.
_AHEAD = select(func.count()).where(
    submission.c.state == QUEUED,
    submission.c.queue == bindparam("the_queue"),
    (submission.c.priority < bindparam("the_priority"))
    | ((submission.c.priority == bindparam("the_priority")) & (submission.c.id < bindparam("the_id"))),
)
_NEXT_SEQ = select(func.coalesce(func.max(event.c.seq), 0) + 1).where(event.c.submission == bindparam("the_id"))
_TELL = insert(event).values(seq=_NEXT_SEQ.scalar_subquery()).returning(event.c.seq)
_SETTLE = insert(verdict)
_KEEP_FILM = insert(film)
_DROP_FILMS = delete(film).where(
    film.c.submission.in_(
        select(submission.c.id).where(
            submission.c.learner == bindparam("the_learner"), submission.c.exercise == bindparam("the_exercise")
        )
    )
)
_WHOSE = select(submission.c.learner, submission.c.exercise).where(submission.c.id == bindparam("the_id"))
RECORD = select(verdict.c.record).where(verdict.c.submission == bindparam("the_id"))
AMEND = update(verdict).where(verdict.c.submission == bindparam("the_id")).values(record=bindparam("the_record"))
_END = update(submission).where(submission.c.id == bindparam("the_id")).values(state=State.DONE.value)


def position(conn: Connection, row: Row[Any]) -> int:
    """The place in the queue; 1 is next."""
    place = {"the_queue": row.queue, "the_priority": row.priority, "the_id": row.id}
    return 1 + conn.execute(_AHEAD, place).scalar_one()


def amend(conn: Connection, attempt: int, change: Mapping[str, object]) -> bool:
    """Change fields of a stored verdict; False where it is gone."""
    record = conn.execute(RECORD, {"the_id": attempt}).scalar_one_or_none()
    if record is None:
        return False
    conn.execute(AMEND, {"the_id": attempt, "the_record": record | change})
    return True


def keep_film(conn: Connection, attempt: int, drawn: Film) -> None:
    """Of a learner's films to an exercise the last one is kept."""
    row = conn.execute(_WHOSE, {"the_id": attempt}).one()
    conn.execute(_DROP_FILMS, {"the_learner": row.learner, "the_exercise": row.exercise})
    conn.execute(_KEEP_FILM, {"submission": attempt, "pixels": drawn.pixels})


class Journal:
    def __init__(self, db: Database, queue: JobQueue, bus: EventBus) -> None:
        self._db = db
        self._queue = queue
        self._bus = bus

    def tell(self, conn: Connection, row: Row[Any], stage: Stage, args: Mapping[str, object]) -> None:
        """Add an event."""
        values = {"submission": row.id, "stage": stage.value, "args": dict(args), "at": self._db.now()}
        seq = conn.execute(_TELL, {"the_id": row.id, **values}).scalar_one()
        learners.changed(conn, row.learner)
        after_commit(conn, partial(self._bus.publish, row.public, seq))

    def wait(self, conn: Connection, row: Row[Any]) -> None:
        """A submission, whose state is `queued`, waits for a worker."""
        self.tell(conn, row, Stage.QUEUED, {"position": position(conn, row)})
        self._queue.enqueue(conn, row.id, queue=row.queue, priority=row.priority)

    def settle(self, conn: Connection, row: Row[Any], result: Verdict) -> None:
        """A submission that has no verdict gets its only one, and the answer that waits for it its state."""
        record = json.loads(result.model_dump_json())  # by pydantic's own JSON: it turns NaN to null, which JSONB needs
        values = {"submission": row.id, "kind": result.kind.value, "record": record, "stored_at": self._db.now()}
        conn.execute(_SETTLE, values)
        conn.execute(_END, {"the_id": row.id})
        if row.mode == Mode.QUIZ:
            marks.mark(conn, row.learner, row.public, result.kind)
        self.tell(conn, row, Stage.GRADED, {"kind": result.kind.value})
        after_commit(conn, partial(self._queue.cancel, row.id))
