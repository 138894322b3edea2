"""What an operator's probe asks of the database."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select

from app.store import revisions
from app.store.database import Database
from app.store.lifecycle import QUEUED, submission

_WAITING = select(func.count().label("total"), func.min(submission.c.created_at).label("since")).where(
    submission.c.state == QUEUED
)


@dataclass(frozen=True, slots=True)
class Waiting:
    count: int
    oldest_s: float | None  # seconds since the oldest of them was sent


class VitalStore:
    def __init__(self, db: Database) -> None:
        self._db = db

    def migrated(self) -> bool:
        """Whether the tables are of the newest revision. Raises StoreError where the database does not answer."""
        return revisions.current(self._db) == revisions.known()[0]

    def waiting(self) -> Waiting:
        with self._db.read() as conn:
            row = conn.execute(_WAITING).one()
        oldest = None if row.since is None else (self._db.now() - row.since).total_seconds()
        return Waiting(row.total, oldest)
