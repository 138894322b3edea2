"""Questions inside a lesson: shown, marked or run, and shown again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from markupsafe import Markup

from app.course.models import LaunchKey, Lesson, OrderKey, Question, QuestionType
from app.domain.learner import AnswerState, QuizAnswer
from app.domain.submission import Mode, Submission
from app.grading.assembly import assembled, launch_text, outcome
from app.grading.quiz import Marking, mark
from app.web.listing import highlighted
from app.web.questions import Body, body
from app.web.site import Site
from app.web.verdicts import SubmissionView, shown
from app.web.visitors import Visitor


@dataclass(frozen=True, slots=True)
class RunView:
    """The run that marks an answer: what was sent, line by line, and what became of it."""

    submission: SubmissionView
    lines: tuple[Markup, ...]


@dataclass(frozen=True, slots=True)
class QuizView:
    """What _quiz.html shows. `state` is "unanswered" or an AnswerState."""

    lesson: str
    id: str
    number: int
    type: QuestionType
    prompt: str
    body: Body
    hints: tuple[str, ...]
    state: str
    feedback: str  # HTML; empty where options or pairs say it
    run: RunView | None
    tries: int
    error: str  # a sentence where the form could not be marked

    @property
    def kind(self) -> str:
        return "quiz"

    @property
    def action(self) -> str:
        return f"/lessons/{self.lesson}/questions/{self.id}/answers"


def save(site: Site, visitor: Visitor, lesson: Lesson, question: Question, given: list[str]) -> QuizAnswer:
    """Mark an answer, or have it run, and keep it. Raises BadInputError where neither can be; then nothing is kept."""
    key = question.key
    if isinstance(key, OrderKey):
        used, source = assembled(key, given)
        return _keep(site, visitor, lesson, question, used, _run(site, visitor, key, source))
    if isinstance(key, LaunchKey):
        return _keep(site, visitor, lesson, question, given, _run(site, visitor, key, launch_text(key, given)))
    return _keep(site, visitor, lesson, question, given, mark(question, given).state)


def _run(site: Site, visitor: Visitor, key: OrderKey | LaunchKey, source: str) -> str:
    """The id of the submission that marks the answer."""
    exercise = site.exercise(key.exercise)
    site.take("submissions", visitor)
    learner = site.enrolled(visitor)
    return site.submissions.create(learner, exercise.slug, exercise.version, Mode.QUIZ, source).id


def _keep(
    site: Site, visitor: Visitor, lesson: Lesson, question: Question, given: list[str], marked: AnswerState | str
) -> QuizAnswer:
    """`marked` is the answer's state, or the submission that will tell it."""
    learner = site.enrolled(visitor)
    before = site.answers.of(learner, lesson.slug).get(question.id)
    runs = not isinstance(marked, AnswerState)
    kept = QuizAnswer(
        lesson=lesson.slug,
        question=question.id,
        version=question.version,
        answer=given,
        state=AnswerState.PENDING if runs else AnswerState(marked),
        tries=1 + (_counted(before) if before is not None and before.version == question.version else 0),
        answered_at=datetime.now(UTC),
        submission=marked if runs else None,
    )
    return site.answers.save(learner, kept)


def _counted(before: QuizAnswer) -> int:
    """The tries so far; one that was not run is none."""
    return before.tries - (before.state is AnswerState.VOID)


def quiz_view(
    site: Site,
    visitor: Visitor,
    lesson: Lesson,
    question: Question,
    kept: QuizAnswer | None,
    *,
    given: list[str] | None = None,
    error: str = "",
) -> QuizView:
    """A question as the learner left it. An answer to another version of it counts for nothing."""
    answer = kept if kept is not None and kept.version == question.version else None
    submission = site.submissions.get(answer.submission) if answer is not None and answer.submission else None
    marking = mark(question, answer.answer) if answer is not None and question.exercise is None else None
    filled = given if given is not None else answer.answer if answer is not None else []
    return QuizView(
        lesson=lesson.slug,
        id=question.id,
        number=1 + [q.id for q in lesson.questions].index(question.id),
        type=question.type,
        prompt=question.prompt,
        body=body(question, filled, marking),
        hints=question.hints,
        state="unanswered" if answer is None else answer.state.value,
        feedback=_feedback(question, marking, submission),
        run=None if submission is None else _run_view(site, visitor, submission),
        tries=_counted(answer) if answer is not None else 0,
        error=error,
    )


def _feedback(question: Question, marking: Marking | None, submission: Submission | None) -> str:
    if marking is not None:
        return marking.feedback
    key, verdict = question.key, submission.verdict if submission is not None else None
    if verdict is None or not isinstance(key, OrderKey | LaunchKey):
        return ""
    return outcome(key, verdict)


def _run_view(site: Site, visitor: Visitor, submission: Submission) -> RunView:
    view = shown(submission, site.position(submission), visitor.lang)
    return RunView(view, highlighted(submission.source))
