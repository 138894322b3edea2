"""The GPUs that workers use, as each last said of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from datetime import datetime, timedelta

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    bindparam,
    delete,
    insert,
    select,
)

from app.store.columns import Instant, Json, metadata
from app.store.database import Database

SEEN = timedelta(minutes=2)  # a worker in the middle of a long submission says nothing for a while
_KEPT = timedelta(days=1)

card = Table(
    "card",
    metadata,
    Column("worker", String(120), nullable=False),
    Column("uuid", String(80), nullable=False),  # empty where no card could be told from another
    Column("name", String(120), nullable=False),
    Column("arch", String(16), nullable=False),
    Column("memory_bytes", BigInteger, nullable=False),
    Column("driver", String(40), nullable=False),
    Column("usable", Boolean, nullable=False),
    Column("reason", Text, nullable=False),
    Column("since", Instant, nullable=False),
    Column("peaks", Json),
    Column("jobs", BigInteger, nullable=False),
    Column("busy", Float, nullable=False),
    Column("seen_at", Instant, nullable=False),
    PrimaryKeyConstraint("worker", "uuid"),
)


@dataclass(frozen=True, slots=True)
class CardRow:
    """A card as one worker sees it. `busy` is the part of the last while in which it ran something for that worker."""

    uuid: str
    name: str
    arch: str
    memory_bytes: int
    driver: str
    usable: bool
    reason: str  # a sentence for anyone, empty where the card is used
    since: datetime
    peaks: dict[str, float] | None
    jobs: int
    busy: float


@dataclass(frozen=True, slots=True)
class Gpu:
    """A card as all workers together see it: used where one of them uses it."""

    uuid: str
    name: str
    usable: bool
    reason: str
    since: datetime
    busy: float


_OF_WORKER = delete(card).where(card.c.worker == bindparam("the_worker"))
_STALE = delete(card).where(card.c.seen_at < bindparam("the_end"))
_ADD = insert(card)
_SEEN = select(card).where(card.c.seen_at >= bindparam("the_begin")).order_by(card.c.name, card.c.uuid, card.c.worker)


class CardStore:
    def __init__(self, db: Database) -> None:
        self._db = db

    def tell(self, worker: str, rows: Sequence[CardRow]) -> None:
        """What a worker says of its cards, in place of what it said before. Forgets workers of days ago."""
        now = self._db.now()
        with self._db.write() as conn:
            conn.execute(_OF_WORKER, {"the_worker": worker})
            conn.execute(_STALE, {"the_end": now - _KEPT})
            if rows:
                conn.execute(_ADD, [{**asdict(row), "worker": worker, "seen_at": now} for row in rows])

    def seen(self) -> list[Gpu]:
        """The cards of workers that were heard of lately, by name."""
        with self._db.read() as conn:
            rows = conn.execute(_SEEN, {"the_begin": self._db.now() - SEEN}).all()
        found: dict[str, list[CardRow]] = {}
        for row in rows:
            found.setdefault(row.uuid, []).append(
                CardRow(**{spec.name: getattr(row, spec.name) for spec in fields(CardRow)})
            )
        return [_together(views) for views in found.values()]


def _together(views: Sequence[CardRow]) -> Gpu:
    best = max(views, key=lambda view: (view.usable, view.since))
    busy = min(1.0, sum(view.busy for view in views))  # one worker at a time uses a card
    return Gpu(best.uuid, best.name, best.usable, best.reason, best.since, round(busy, 3))
