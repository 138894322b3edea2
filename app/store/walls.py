"""What stands round the children of each worker, as it last said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Literal

from sqlalchemy import Column, PrimaryKeyConstraint, Row, String, Table, Text, bindparam, delete, insert, select

from app.store.columns import Instant, metadata
from app.store.database import Database

LayerState = Literal["stands", "left_out", "missing"]
_SEEN = timedelta(minutes=2)  # a worker in the middle of a long submission says nothing for a while
_KEPT = timedelta(days=1)

wall = Table(
    "wall",
    metadata,
    Column("worker", String(120), nullable=False),
    Column("layer", String(40), nullable=False),
    Column("state", String(16), nullable=False),
    Column("detail", Text, nullable=False),
    Column("seen_at", Instant, nullable=False),
    PrimaryKeyConstraint("worker", "layer"),
)


@dataclass(frozen=True, slots=True)
class WallRow:
    """One layer of one worker, who runs nothing where one is missing. `detail` is for operators."""

    layer: str
    state: LayerState
    detail: str


@dataclass(frozen=True, slots=True)
class Wall:
    """The layers of one worker, and how many seconds ago it spoke of them."""

    worker: str
    seen_s: float
    layers: tuple[WallRow, ...]


_OF_WORKER = delete(wall).where(wall.c.worker == bindparam("the_worker"))
_STALE = delete(wall).where(wall.c.seen_at < bindparam("the_end"))
_ADD = insert(wall)
_LATELY = select(wall).where(wall.c.seen_at >= bindparam("the_begin")).order_by(wall.c.worker, wall.c.layer)


class WallStore:
    def __init__(self, db: Database) -> None:
        self._db = db

    def tell(self, worker: str, rows: Sequence[WallRow]) -> None:
        """What a worker says of its wall, in place of what it said before; nothing when it ends.

        Forgets workers of days ago. Raises StoreError.
        """
        now = self._db.now()
        with self._db.write() as conn:
            conn.execute(_OF_WORKER, {"the_worker": worker})
            conn.execute(_STALE, {"the_end": now - _KEPT})
            if rows:
                conn.execute(_ADD, [{**asdict(row), "worker": worker, "seen_at": now} for row in rows])

    def seen(self) -> list[Wall]:
        """Of each worker that was heard of lately, by name. Raises StoreError."""
        now = self._db.now()
        with self._db.read() as conn:
            rows = conn.execute(_LATELY, {"the_begin": now - _SEEN}).all()
        return [_of(worker, list(its), now) for worker, its in groupby(rows, lambda row: str(row.worker))]


def _of(worker: str, rows: Sequence[Row[tuple[object, ...]]], now: datetime) -> Wall:
    layers = tuple(WallRow(row.layer, row.state, row.detail) for row in rows)
    return Wall(worker, round((now - rows[0].seen_at).total_seconds(), 1), layers)
