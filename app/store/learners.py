"""Learners, known by a cookie of which only the hash is kept."""

from __future__ import annotations

import hashlib

from sqlalchemy import Column, Integer, String, Table, bindparam, insert, select, update

from app.domain.learner import Learner
from app.store.columns import Instant, metadata
from app.store.database import Connection, Database

learner = Table(
    "learner",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("token_sha256", String(64), nullable=False, unique=True),
    Column("created_at", Instant, nullable=False),
    Column("last_seen", Instant, nullable=False),
    Column("revision", Integer, nullable=False, server_default="0"),  # counts what their pages are made from
)


_CHANGED = (
    update(learner)
    .where(learner.c.id == bindparam("the_id"))
    .values(revision=learner.c.revision + 1)
    .returning(learner.c.revision)
)
_FIND = select(learner).where(learner.c.token_sha256 == bindparam("the_hash"))


def changed(conn: Connection, id_: int) -> int:
    """Something that a learner's pages show is new. Gives the revision of all that they show, which only grows."""
    return _changed(conn, {"the_id": id_})


def saw(conn: Connection, id_: int, db: Database) -> int:
    """As `changed`, where the learner did it themselves: they were here just now."""
    return _changed(conn, {"the_id": id_, "last_seen": db.now()})


class LearnerStore:
    def __init__(self, db: Database) -> None:
        self._db = db

    def find(self, token: str) -> Learner | None:
        with self._db.read() as conn:
            return _find(conn, token)

    def create(self, token: str) -> Learner:
        """Make the learner of this cookie; a second call, from another tab, gives the same one."""
        with self._db.write(durable=True) as conn:
            if found := _find(conn, token):
                return found
            now = self._db.now()
            values = {"token_sha256": _hash(token), "created_at": now, "last_seen": now}
            id_ = conn.scalars(insert(learner).values(values).returning(learner.c.id)).one()
            return Learner(id=id_, created_at=now)


def _changed(conn: Connection, values: dict[str, object]) -> int:
    revision: int = conn.execute(_CHANGED, values).scalar_one()
    return revision


def _find(conn: Connection, token: str) -> Learner | None:
    row = conn.execute(_FIND, {"the_hash": _hash(token)}).one_or_none()
    return None if row is None else Learner(id=row.id, created_at=row.created_at, revision=row.revision)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
