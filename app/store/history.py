"""A learner's attempts at exercises as a list shows them: without sources, and of each verdict a line."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, Select, bindparam, select

from app.domain.learner import Learner
from app.domain.submission import Mode, State
from app.domain.verdict import VerdictKind
from app.store.database import Database
from app.store.lifecycle import submission, verdict


@dataclass(frozen=True, slots=True)
class Attempt:
    """`passed` of `cases` were right; both are 0 where nothing ran. `kind` is None until the verdict is there."""

    id: str
    mode: Mode
    state: State
    created_at: datetime
    kind: VerdictKind | None
    passed: int
    cases: int


_ATTEMPT = submission.c.mode != Mode.QUIZ.value
_OF: Select[Any] = (
    select(
        submission.c.public,
        submission.c.mode,
        submission.c.state,
        submission.c.created_at,
        verdict.c.kind,
        verdict.c.record["cases"].label("cases"),  # taken out by the database: PTX and counts stay there
    )
    .outerjoin(verdict)
    .where(
        submission.c.learner == bindparam("the_learner"), submission.c.exercise == bindparam("the_exercise"), _ATTEMPT
    )
    .order_by(submission.c.id.desc())
    .limit(bindparam("the_limit"))
)
_BEFORE = _OF.where(
    submission.c.id
    < select(submission.c.id)
    .where(submission.c.public == bindparam("the_id"), submission.c.learner == bindparam("the_learner"))
    .correlate(None)
    .scalar_subquery()
)
_TRIED = select(submission.c.exercise).where(submission.c.learner == bindparam("the_learner"), _ATTEMPT).distinct()


class HistoryStore:
    def __init__(self, db: Database) -> None:
        self._db = db

    def of(self, learner: Learner, exercise: str, limit: int, before: str = "") -> list[Attempt]:
        """Newest first; with `before`, the id of one of them, those that are older than it."""
        wanted = {"the_learner": learner.id, "the_exercise": exercise, "the_limit": limit}
        with self._db.read() as conn:
            rows = conn.execute(_BEFORE, wanted | {"the_id": before}) if before else conn.execute(_OF, wanted)
            return [_attempt(row) for row in rows]

    def tried(self, learner: Learner) -> set[str]:
        """The exercises that the learner has sent something to."""
        with self._db.read() as conn:
            return set(conn.execute(_TRIED, {"the_learner": learner.id}).scalars())


def _attempt(row: Row[Any]) -> Attempt:
    statuses = [case["status"] for case in row.cases or ()]
    return Attempt(
        id=row.public,
        mode=Mode(row.mode),
        state=State(row.state),
        created_at=row.created_at,
        kind=None if row.kind is None else VerdictKind(row.kind),
        passed=statuses.count(VerdictKind.PASSED),
        cases=len(statuses),
    )
