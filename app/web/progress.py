"""How far a learner is: derived from answers, passed submissions and places, never stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from app.course.models import Heading, Lesson
from app.domain.learner import AnswerState, Learner, QuizAnswer
from app.store.places import Place
from app.web.places import heading_at
from app.web.site import Site

Begun = Literal["new", "begun", "done"]
_NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Progress:
    """Of one lesson. Exercises that are withdrawn count nowhere.

    `open` is the anchor of the first thing that is still open, empty where nothing is; `at` is where the learner was
    reading, `last` when.
    """

    answered: int
    questions: int
    passed: int
    exercises: int
    open: str
    at: Heading | None = None
    last: datetime = _NEVER

    @property
    def things(self) -> int:
        return self.questions + self.exercises

    @property
    def finished(self) -> int:
        return self.answered + self.passed

    @property
    def started(self) -> bool:
        return self.finished > 0 or self.at is not None

    @property
    def done(self) -> bool:
        return self.finished == self.things and (self.started or self.things > 0)

    @property
    def state(self) -> Begun:
        return "done" if self.done else "begun" if self.started else "new"

    @property
    def anchor(self) -> str:
        """Where to go on: where the learner was reading, else at the first thing that is open."""
        if self.at is not None:
            return f"#{self.at.id}"
        return self.open if self.finished else ""


def progress_of(
    lesson: Lesson,
    answers: Mapping[str, QuizAnswer],
    passed: AbstractSet[str],
    offered: AbstractSet[str],
    place: Place | None = None,
) -> Progress:
    """An answer counts while the question means what it meant then, and once it could be judged."""
    answered = {q.id for q in lesson.questions if q.id in answers and _counts(answers[q.id], q.version)}
    exercises = [slug for slug in lesson.exercises if slug in offered]
    open_questions = (f"#q-{q.id}" for q in lesson.questions if q.id not in answered)
    open_exercises = (f"#e-{slug}" for slug in exercises if slug not in passed)
    return Progress(
        answered=len(answered),
        questions=len(lesson.questions),
        passed=len(passed & set(exercises)),
        exercises=len(exercises),
        open=next(open_questions, next(open_exercises, "")),
        at=heading_at(lesson, place),
        last=max([answer.answered_at for answer in answers.values()] + _visited(place), default=_NEVER),
    )


def progress_in(site: Site, learner: Learner | None, passed: AbstractSet[str]) -> dict[str, Progress]:
    """Of every lesson, by slug."""
    offered = site.course.exercises.keys()
    answers = site.answers.everywhere(learner) if learner is not None else {}
    places = site.places.of(learner) if learner is not None else {}
    return {
        slug: progress_of(lesson, answers.get(slug, {}), passed, offered, places.get(slug))
        for slug, lesson in site.course.lessons.items()
    }


def continued(progress: Mapping[str, Progress]) -> str | None:
    """The slug of the lesson to go on with: the one that was begun and left last, else the first not finished."""
    begun = [slug for slug, p in progress.items() if p.state == "begun"]
    if begun:
        return max(begun, key=lambda slug: progress[slug].last)
    return next(_after(progress), None)


def _after(progress: Mapping[str, Progress]) -> Iterator[str]:
    """The lessons not finished: those behind the last that is, then the others."""
    slugs = list(progress)
    behind = 1 + max((place for place, slug in enumerate(slugs) if progress[slug].done), default=-1)
    return (slug for slug in slugs[behind:] + slugs[:behind] if not progress[slug].done)


def _counts(answer: QuizAnswer, version: str) -> bool:
    return answer.version == version and answer.state is not AnswerState.VOID


def _visited(place: Place | None) -> list[datetime]:
    return [] if place is None else [place.updated_at]
