"""Attempts as a worker needs them: claimed under a lease, kept by a heartbeat, finished once."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal

from sqlalchemy import Row, Select, bindparam, exists, select, update

from app.domain.film import Coming, Film
from app.domain.submission import Stage, State, Submission
from app.domain.verdict import Verdict, VerdictKind
from app.store import lifecycle
from app.store.database import Connection, Database
from app.store.delivery import EventBus, JobQueue
from app.store.lifecycle import QUEUED, RUNNING, Journal, event, submission, verdict


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to grade one attempt, until the heartbeat stops or someone takes it back. `token` fences."""

    attempt: int
    worker: str
    token: str
    submission: Submission


_other = submission.alias()
_NEXT = (
    select(submission.c.id)
    .where(
        submission.c.state == QUEUED,
        submission.c.queue.in_(bindparam("capabilities", expanding=True)),
        ~exists().where(_other.c.learner == submission.c.learner, _other.c.state == RUNNING),
    )
    .order_by(submission.c.priority, submission.c.id)
    .limit(1)
    .with_for_update(skip_locked=True)
)
_NAMED = _NEXT.where(submission.c.id == bindparam("the_id"))
_THIS = update(submission).where(submission.c.id == bindparam("the_id"))
_START = _THIS.values(state=State.RUNNING.value, tries=submission.c.tries + 1).returning(submission)
_FREE = _THIS.values(lease_worker=None, lease_token=None, lease_until=None)

_LEASED = (submission.c.id == bindparam("the_id")) & (submission.c.lease_token == bindparam("the_token"))
_RUNNING = submission.c.state == RUNNING
_HELD = select(submission).where(_LEASED, _RUNNING).with_for_update()
_KEEP = update(submission).where(_LEASED, _RUNNING).returning(submission.c.cancel)
_FINISHED = select(submission.c.id).join(verdict).where(_LEASED)
_TAKEN = select(submission).where(_RUNNING).with_for_update(skip_locked=True)
_OF_WORKER = _TAKEN.where(submission.c.lease_worker == bindparam("worker"))
_SILENT = _TAKEN.where(submission.c.lease_until < bindparam("now"))
_LAST_EVENT = (
    select(event.c.stage, event.c.args)
    .where(event.c.submission == bindparam("the_id"))
    .order_by(event.c.seq.desc())
    .limit(1)
)


class AttemptStore:
    """`lease_s`: how long a silent worker keeps an attempt. `tries`: how often one starts before it is our fault."""

    def __init__(self, db: Database, queue: JobQueue, bus: EventBus, *, lease_s: float, tries: int) -> None:
        self._db = db
        self._journal = Journal(db, queue, bus)
        self._lease = timedelta(seconds=lease_s)
        self._tries = tries

    def claim(self, worker: str, capabilities: Sequence[str], attempt_id: int | None = None) -> Lease | None:
        """Take the next attempt, or the named one, whose learner has none running. Counts a try."""
        query = _NEXT if attempt_id is None else _NAMED
        wanted = {"capabilities": list(capabilities), "the_id": attempt_id}
        with self._db.read() as conn:  # an idle worker must not take the write lock to learn that it is idle
            if conn.execute(query, wanted).first() is None:
                return None
        with self._db.write() as conn:
            id_ = conn.execute(query, wanted).scalar_one_or_none()
            if id_ is None:
                return None
            row = self._start(conn, id_, worker)
            self._journal.tell(conn, row, Stage.COMPILING, {})
        return Lease(row.id, worker, row.lease_token, lifecycle.to_submission(row))

    def heartbeat(self, lease: Lease) -> Literal["ok", "cancel", "lost"]:
        """Keep the lease. `lost`: the result will not count; `cancel`: nobody wants it."""
        values = {**_of(lease), "lease_until": self._db.now() + self._lease}
        with self._db.write() as conn:
            cancel = conn.execute(_KEEP, values).scalar_one_or_none()
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
                return conn.execute(_FINISHED, _of(lease)).first() is not None
            self._journal.settle(conn, row, result)
            return True

    def list_code(self, attempt: int, sass: Sequence[tuple[int | None, str]]) -> None:
        """Add a kernel's machine code to its verdict, which did not wait for it. Of no verdict, nothing is kept."""
        with self._db.write() as conn:
            record = conn.execute(lifecycle.RECORD, {"the_id": attempt}).scalar_one_or_none()
            if record is not None and record["compiled"] is not None:
                record["compiled"]["sass"] = [list(line) for line in sass]
                conn.execute(lifecycle.AMEND, {"the_id": attempt, "the_record": record})

    def keep_film(self, attempt: int, drawn: Film | None) -> None:
        """Add what a kernel drew to its verdict, which did not wait for it; None where nothing came of it."""
        with self._db.write() as conn:
            film = None if drawn is None else json.loads(drawn.model_dump_json())
            if lifecycle.amend(conn, attempt, {"coming": None, "film": film}) and drawn is not None:
                lifecycle.keep_film(conn, attempt, drawn)

    def tell_film(self, attempt: int, done: int, total: int) -> None:
        """How many steps a film that is being drawn has come, and that it still is."""
        coming = Coming(done=done, total=total, told_at=self._db.now())
        with self._db.write() as conn:
            lifecycle.amend(conn, attempt, {"coming": json.loads(coming.model_dump_json())})

    def give_back(self, lease: Lease, *, counted: bool) -> None:
        """Let another worker try. Not `counted`: this one was asked to stop, and nothing is wrong with the attempt."""
        with self._db.write(durable=True) as conn:
            row = _held(conn, lease)
            if row is not None:
                self._return(conn, row, row.tries if counted else row.tries - 1)

    def release(self, worker: str) -> list[int]:
        """Take back what a worker held that is known to be dead. Gives the attempts that wait again."""
        return self._take_back(_OF_WORKER, {"worker": worker})

    def sweep(self) -> list[int]:
        """Take back what silent workers held. Gives the attempts that wait again."""
        return self._take_back(_SILENT, {"now": self._db.now()})

    def _start(self, conn: Connection, id_: int, worker: str) -> Row[Any]:
        values = {
            "lease_worker": worker,
            "lease_token": secrets.token_hex(16),
            "lease_until": self._db.now() + self._lease,
        }
        return conn.execute(_START, {"the_id": id_, **values}).one()

    def _take_back(self, query: Select[Any], whose: Mapping[str, object]) -> list[int]:
        with self._db.read() as conn:
            if conn.execute(query, whose).first() is None:
                return []
        with self._db.write(durable=True) as conn:
            rows = conn.execute(query, whose).all()
            return [row.id for row in rows if self._return(conn, row, row.tries)]

    def _return(self, conn: Connection, row: Row[Any], tries: int) -> bool:
        """Say whether it waits again; otherwise it has its verdict. The lease's holder, if alive, is fenced off."""
        conn.execute(_FREE, {"the_id": row.id, "tries": tries})
        if not row.cancel and tries < self._tries:
            conn.execute(_THIS, {"the_id": row.id, "state": State.QUEUED.value})
            self._journal.wait(conn, row)
            return True
        kind = VerdictKind.SUPERSEDED if row.cancel else VerdictKind.INFRASTRUCTURE
        self._journal.settle(conn, row, lifecycle.ours(kind))
        return False


def _of(lease: Lease) -> dict[str, object]:
    return {"the_id": lease.attempt, "the_token": lease.token}


def _held(conn: Connection, lease: Lease) -> Row[Any] | None:
    return conn.execute(_HELD, _of(lease)).one_or_none()


def _last_event(conn: Connection, row: Row[Any]) -> tuple[str, object]:
    last = conn.execute(_LAST_EVENT, {"the_id": row.id}).one()
    return (last.stage, last.args)
