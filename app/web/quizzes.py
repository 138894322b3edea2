"""Questions inside a lesson: shown, marked, and shown again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from app.course.models import Lesson, NumericKey, Question, QuestionType
from app.domain.learner import QuizAnswer
from app.grading.quiz import Marking, mark
from app.web.site import Site
from app.web.visitors import Visitor

Mark = Literal["right", "wrong", "missed", "spared"]  # chosen and so, chosen and not, not chosen and so, not chosen


@dataclass(frozen=True, slots=True)
class OptionView:
    key: str
    html: str
    chosen: bool
    mark: Mark | None  # None before an answer
    feedback: str  # HTML


@dataclass(frozen=True, slots=True)
class QuizView:
    """What _quiz.html shows. `state` is "unanswered" or an AnswerState."""

    lesson: str
    id: str
    number: int
    type: QuestionType
    prompt: str
    options: tuple[OptionView, ...]
    hints: tuple[str, ...]
    value: str  # what a number field holds
    unit: str
    state: str
    feedback: str  # HTML; of a number
    tries: int
    error: str  # a sentence where the form could not be marked

    @property
    def kind(self) -> str:
        return "quiz"

    @property
    def action(self) -> str:
        return f"/lessons/{self.lesson}/questions/{self.id}/answers"


def save(site: Site, visitor: Visitor, lesson: Lesson, question: Question, given: list[str]) -> QuizAnswer:
    """Mark and keep an answer. Raises BadInputError where it cannot be marked; then nothing is kept."""
    marking = mark(question, given)
    learner = site.enrolled(visitor)
    before = site.answers.of(learner, lesson.slug).get(question.id)
    kept = QuizAnswer(
        lesson=lesson.slug,
        question=question.id,
        version=question.version,
        answer=given,
        state=marking.state,
        tries=1 + (before.tries if before is not None and before.version == question.version else 0),
        answered_at=datetime.now(UTC),
    )
    site.answers.save(learner, kept)
    return kept


def quiz_view(
    lesson: Lesson, question: Question, kept: QuizAnswer | None, *, given: list[str] | None = None, error: str = ""
) -> QuizView:
    """A question as the learner left it. An answer to another version of it counts for nothing."""
    current = kept is not None and kept.version == question.version
    marking = mark(question, kept.answer) if kept is not None and current else None
    shown = given if given is not None else kept.answer if kept is not None and current else []
    return QuizView(
        lesson=lesson.slug,
        id=question.id,
        number=1 + [q.id for q in lesson.questions].index(question.id),
        type=question.type,
        prompt=question.prompt,
        options=_options(question, shown, marking),
        hints=question.hints,
        value=shown[0][:40] if shown and question.type is QuestionType.NUMERIC else "",
        unit=question.key.unit if isinstance(question.key, NumericKey) else "",
        state="unanswered" if marking is None else marking.state.value,
        feedback="" if marking is None else marking.feedback,
        tries=kept.tries if kept is not None and current else 0,
        error=error,
    )


def _options(question: Question, shown: list[str], marking: Marking | None) -> tuple[OptionView, ...]:
    if marking is None:
        return tuple(OptionView(o.key, o.html, o.key in shown, None, "") for o in question.options)
    marks = {m.key: m for m in marking.options}
    return tuple(
        OptionView(
            o.key, o.html, o.key in shown, _mark(chosen=marks[o.key].chosen, correct=marks[o.key].correct), o.feedback
        )
        for o in question.options
    )


def _mark(*, chosen: bool, correct: bool) -> Mark:
    if chosen:
        return "right" if correct else "wrong"
    return "missed" if correct else "spared"
