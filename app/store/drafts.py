"""What stands in a learner's editor, one text an exercise, so that it is there in another browser too."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import (
    Column,
    ForeignKey,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    bindparam,
    delete,
    insert,
    select,
)

from app.domain.learner import Learner
from app.store import learners
from app.store.columns import Instant, metadata
from app.store.database import Connection, Database

draft = Table(
    "draft",
    metadata,
    Column("learner", ForeignKey("learner.id"), nullable=False),
    Column("exercise", String(80), nullable=False),
    Column("version", String(80), nullable=False),  # of the exercise, when this was written
    Column("source", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("updated_at", Instant, nullable=False),
    Column("kept", Text),  # the text that this one took the place of, where neither grew out of the other
    Column("kept_at", Instant),
    PrimaryKeyConstraint("learner", "exercise"),
)


@dataclass(frozen=True, slots=True)
class Kept:
    """A text that another one took the place of."""

    source: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Draft:
    """`revision` is never given twice to a learner, not even after a removal."""

    exercise: str
    version: str
    source: str
    revision: int
    updated_at: datetime
    kept: Kept | None = None


_THIS = (draft.c.learner == bindparam("the_learner")) & (draft.c.exercise == bindparam("the_exercise"))
_FIND = select(draft).where(_THIS)
_REMOVE = delete(draft).where(_THIS)
_ADD = insert(draft)


class DraftStore:
    def __init__(self, db: Database) -> None:
        self._db = db

    def of(self, learner: Learner, exercise: str) -> Draft | None:
        with self._db.read() as conn:
            return _find(conn, learner, exercise)

    def save(
        self,
        learner: Learner,
        exercise: str,
        version: str,
        source: str,
        revision: int,
        *,
        instead: str | None = None,
        durable: bool = True,
    ) -> tuple[Draft, bool]:
        """Keep a text that was made from the draft of `revision`. Gives the draft that is there now, and True if saved.

        Where another one was saved meanwhile, nothing changes; the same text is saved already, for a page that is left
        may send it twice. `instead`: a text that the writer gave up for this one, to be kept beside it; where that is
        what was saved meanwhile, it is no other one. Whoever writes durably next, and tells nobody before, needs none
        of this to be `durable`: it comes to the disk with that.
        """
        with self._db.write(durable=durable) as conn:
            before = _find(conn, learner, exercise)
            if before is not None and instead is None and (before.version, before.source) == (version, source):
                return before, True
            if before is not None and before.revision != revision and before.source != instead:
                return before, False
            kept = before.kept if before is not None else None
            if instead is not None:
                kept = Kept(instead, self._db.now())
            return self._put(conn, learner, exercise, version, source, kept), True

    def replace(self, learner: Learner, exercise: str, version: str, source: str, *, durable: bool = True) -> Draft:
        """Put a text in the place of whatever stands there, which is kept beside it. `durable` as above."""
        with self._db.write(durable=durable) as conn:
            before = _find(conn, learner, exercise)
            kept = before.kept if before is not None else None
            if before is not None and before.source != source:
                kept = Kept(before.source, before.updated_at)
            return self._put(conn, learner, exercise, version, source, kept)

    def remove(self, learner: Learner, exercise: str) -> None:
        with self._db.write(durable=True) as conn:
            conn.execute(_REMOVE, _key(learner, exercise))
            learners.saw(conn, learner.id, self._db)

    def _put(
        self, conn: Connection, learner: Learner, exercise: str, version: str, source: str, kept: Kept | None
    ) -> Draft:
        revision = learners.saw(conn, learner.id, self._db)
        made = Draft(exercise, version, source, revision, self._db.now(), kept)
        conn.execute(_REMOVE, _key(learner, exercise))
        values = {
            "learner": learner.id,
            "exercise": exercise,
            "version": version,
            "source": source,
            "revision": revision,
            "updated_at": made.updated_at,
            "kept": None if kept is None else kept.source,
            "kept_at": None if kept is None else kept.at,
        }
        conn.execute(_ADD, values)
        return made


def _find(conn: Connection, learner: Learner, exercise: str) -> Draft | None:
    row = conn.execute(_FIND, _key(learner, exercise)).one_or_none()
    if row is None:
        return None
    kept = None if row.kept is None else Kept(row.kept, row.kept_at)
    return Draft(row.exercise, row.version, row.source, row.revision, row.updated_at, kept)


def _key(learner: Learner, exercise: str) -> dict[str, object]:
    return {"the_learner": learner.id, "the_exercise": exercise}
