"""Whoever reads: so far known by a cookie alone."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from app.domain.verdict import Record


class Learner(Record):
    id: int
    created_at: datetime
    revision: int = 0  # grows with everything that the learner's pages show


class AnswerState(StrEnum):
    CORRECT = "correct"
    PARTLY = "partly"
    WRONG = "wrong"
    PENDING = "pending"  # what was answered is being run
    VOID = "void"  # it could not be run, which is no fault of the learner's


class QuizAnswer(Record):
    """A learner's last answer to one version of a question. `answer` is what the form held."""

    lesson: str
    question: str
    version: str
    answer: list[str]
    state: AnswerState
    tries: int
    answered_at: datetime
    submission: str | None = None  # the run that marks it, for the types `order` and `launch`
