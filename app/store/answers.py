"""A learner's last answer to each question."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Integer, PrimaryKeyConstraint, String, Table, delete, insert, select

from app.domain.learner import AnswerState, Learner, QuizAnswer
from app.store import learners
from app.store.columns import Instant, Json, metadata
from app.store.database import Database

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


class AnswerStore:
    def __init__(self, db: Database) -> None:
        self._db = db

    def save(self, learner: Learner, answer: QuizAnswer) -> None:
        """Keep this answer in place of an earlier one to the same question."""
        same = (
            (quiz_answer.c.learner == learner.id)
            & (quiz_answer.c.lesson == answer.lesson)
            & (quiz_answer.c.question == answer.question)
        )
        with self._db.write(durable=True) as conn:
            conn.execute(delete(quiz_answer).where(same))
            conn.execute(insert(quiz_answer).values(learner=learner.id, **dict(answer)))
            learners.saw(conn, learner.id, self._db)

    def of(self, learner: Learner, lesson: str) -> dict[str, QuizAnswer]:
        """The learner's answers in a lesson, by question. The caller compares versions."""
        query = select(quiz_answer).where(quiz_answer.c.learner == learner.id, quiz_answer.c.lesson == lesson)
        with self._db.read() as conn:
            rows = conn.execute(query).all()
        return {
            row.question: QuizAnswer(
                lesson=row.lesson,
                question=row.question,
                version=row.version,
                answer=row.answer,
                state=AnswerState(row.state),
                tries=row.tries,
                answered_at=row.answered_at,
                submission=row.submission,
            )
            for row in rows
        }
