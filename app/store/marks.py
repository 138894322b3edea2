"""Answers as rows, and how the verdict on a run marks the one that waits for it.

Whoever comes second settles: a verdict finds the answer that waits, or an answer finds the verdict. Both hold the
submission's row while they look, so that neither misses the other.
"""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Integer, PrimaryKeyConstraint, String, Table, bindparam, update

from app.domain.learner import AnswerState
from app.domain.verdict import VerdictKind
from app.store.columns import Instant, Json, metadata
from app.store.database import Connection

quiz_answer = Table(
    "quiz_answer",
    metadata,
    Column("learner", ForeignKey("learner.id"), nullable=False),
    Column("lesson", String(80), nullable=False),
    Column("question", String(80), nullable=False),
    Column("version", String(80), nullable=False),
    Column("answer", Json, nullable=False),
    Column("state", String(16), nullable=False),
    Column("tries", Integer, nullable=False),
    Column("answered_at", Instant, nullable=False),
    Column("submission", String(32)),
    PrimaryKeyConstraint("learner", "lesson", "question"),
)

_NO_FAULT = frozenset({VerdictKind.SUPERSEDED, VerdictKind.INFRASTRUCTURE, VerdictKind.UNSUPPORTED})
_MARK = (
    update(quiz_answer)
    .where(
        quiz_answer.c.learner == bindparam("the_learner"),
        quiz_answer.c.submission == bindparam("the_submission"),
        quiz_answer.c.state == AnswerState.PENDING.value,
    )
    .values(state=bindparam("the_state"))
)


def state_of(kind: VerdictKind) -> AnswerState:
    """What a verdict makes of the answer that was run; void where the learner is not to blame."""
    if kind in _NO_FAULT:
        return AnswerState.VOID
    return AnswerState.CORRECT if kind is VerdictKind.PASSED else AnswerState.WRONG


def mark(conn: Connection, learner: int, submission: str, kind: VerdictKind) -> None:
    """The answer that waits for this submission, if it is still there, gets its state."""
    values = {"the_learner": learner, "the_submission": submission, "the_state": state_of(kind).value}
    conn.execute(_MARK, values)
