"""Where in each lesson a learner was last."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Column, ForeignKey, PrimaryKeyConstraint, String, Table, bindparam, delete, insert, select

from app.domain.learner import Learner
from app.store import learners
from app.store.columns import Instant, metadata
from app.store.database import Database

place = Table(
    "place",
    metadata,
    Column("learner", ForeignKey("learner.id"), nullable=False),
    Column("lesson", String(80), nullable=False),
    Column("anchor", String(120), nullable=False),
    Column("updated_at", Instant, nullable=False),
    PrimaryKeyConstraint("learner", "lesson"),
)


@dataclass(frozen=True, slots=True)
class Place:
    """`anchor` is the id of a heading, which a later edition of the lesson need not have."""

    lesson: str
    anchor: str
    updated_at: datetime


_OF = select(place).where(place.c.learner == bindparam("the_learner"))
_THIS = (place.c.learner == bindparam("the_learner")) & (place.c.lesson == bindparam("the_lesson"))
_REMOVE = delete(place).where(_THIS)
_ADD = insert(place)


class PlaceStore:
    def __init__(self, db: Database) -> None:
        self._db = db

    def save(self, learner: Learner, lesson: str, anchor: str) -> None:
        with self._db.write() as conn:
            conn.execute(_REMOVE, {"the_learner": learner.id, "the_lesson": lesson})
            values = {"learner": learner.id, "lesson": lesson, "anchor": anchor, "updated_at": self._db.now()}
            conn.execute(_ADD, values)
            learners.saw(conn, learner.id, self._db)

    def of(self, learner: Learner) -> dict[str, Place]:
        """By lesson."""
        with self._db.read() as conn:
            rows = conn.execute(_OF, {"the_learner": learner.id}).all()
        return {row.lesson: Place(row.lesson, row.anchor, row.updated_at) for row in rows}
