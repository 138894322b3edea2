"""A learner's last answer to each question."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, bindparam, delete, insert, select

from app.domain.learner import AnswerState, Learner, QuizAnswer
from app.domain.verdict import VerdictKind
from app.store import learners
from app.store.database import Connection, Database
from app.store.lifecycle import submission, verdict
from app.store.marks import quiz_answer, state_of

_RUN = (
    select(submission.c.id)
    .where(submission.c.learner == bindparam("the_learner"), submission.c.public == bindparam("the_id"))
    .with_for_update()
)
_OF = select(quiz_answer).where(quiz_answer.c.learner == bindparam("the_learner"))
_IN = _OF.where(quiz_answer.c.lesson == bindparam("the_lesson"))
_FORGET = delete(quiz_answer).where(
    quiz_answer.c.learner == bindparam("the_learner"), quiz_answer.c.lesson == bindparam("the_lesson")
)
_KIND = select(verdict.c.kind).where(verdict.c.submission == bindparam("the_id"))


class AnswerStore:
    def __init__(self, db: Database) -> None:
        self._db = db

    def save(self, learner: Learner, answer: QuizAnswer) -> QuizAnswer:
        """Keep this answer in place of an earlier one to the same question, and give it as it was kept.

        One that waits for a submission that is already graded gets its state at once.
        """
        same = (
            (quiz_answer.c.learner == learner.id)
            & (quiz_answer.c.lesson == answer.lesson)
            & (quiz_answer.c.question == answer.question)
        )
        with self._db.write(durable=True) as conn:
            kept = _settled(conn, learner, answer)
            conn.execute(delete(quiz_answer).where(same))
            conn.execute(insert(quiz_answer).values(learner=learner.id, **dict(kept)))
            learners.saw(conn, learner.id, self._db)
        return kept

    def forget(self, learner: Learner, lesson: str) -> None:
        """Remove the learner's answers in a lesson."""
        with self._db.write(durable=True) as conn:
            conn.execute(_FORGET, {"the_learner": learner.id, "the_lesson": lesson})
            learners.saw(conn, learner.id, self._db)

    def of(self, learner: Learner, lesson: str) -> dict[str, QuizAnswer]:
        """The learner's answers in a lesson, by question. The caller compares versions."""
        with self._db.read() as conn:
            rows = conn.execute(_IN, {"the_learner": learner.id, "the_lesson": lesson}).all()
        return {row.question: _to_answer(row) for row in rows}

    def everywhere(self, learner: Learner) -> dict[str, dict[str, QuizAnswer]]:
        """As `of` for every lesson with answers, by lesson."""
        with self._db.read() as conn:
            rows = conn.execute(_OF, {"the_learner": learner.id}).all()
        found: dict[str, dict[str, QuizAnswer]] = {}
        for row in rows:
            found.setdefault(row.lesson, {})[row.question] = _to_answer(row)
        return found


def _settled(conn: Connection, learner: Learner, answer: QuizAnswer) -> QuizAnswer:
    if answer.state is not AnswerState.PENDING:
        return answer
    run = conn.execute(_RUN, {"the_learner": learner.id, "the_id": answer.submission}).scalar_one_or_none()
    kind = conn.execute(_KIND, {"the_id": run}).scalar_one_or_none()
    return answer if kind is None else answer.model_copy(update={"state": state_of(VerdictKind(kind))})


def _to_answer(row: Row[Any]) -> QuizAnswer:
    return QuizAnswer(
        lesson=row.lesson,
        question=row.question,
        version=row.version,
        answer=row.answer,
        state=AnswerState(row.state),
        tries=row.tries,
        answered_at=row.answered_at,
        submission=row.submission,
    )
