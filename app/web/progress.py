"""How far a learner is: derived from answers and passed submissions, never stored."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from app.course.models import Lesson
from app.domain.learner import Learner, QuizAnswer
from app.web.site import Site


@dataclass(frozen=True, slots=True)
class Progress:
    """Of one lesson. `next` is the URL of the first thing that is still open, or of the lesson."""

    answered: int
    questions: int
    passed: int
    exercises: int
    next: str

    @property
    def started(self) -> bool:
        return self.answered + self.passed > 0

    @property
    def done(self) -> bool:
        return self.answered == self.questions and self.passed == self.exercises


def progress_of(lesson: Lesson, answers: Mapping[str, QuizAnswer], passed: AbstractSet[str]) -> Progress:
    """An answer counts while the question means what it meant then."""
    answered = {q.id for q in lesson.questions if q.id in answers and answers[q.id].version == q.version}
    open_questions = (f"#q-{q.id}" for q in lesson.questions if q.id not in answered)
    open_exercises = (f"#e-{slug}" for slug in lesson.exercises if slug not in passed)
    anchor = next(open_questions, next(open_exercises, ""))
    return Progress(
        answered=len(answered),
        questions=len(lesson.questions),
        passed=len(passed & set(lesson.exercises)),
        exercises=len(lesson.exercises),
        next=f"/lessons/{lesson.slug}{anchor if answered or passed & set(lesson.exercises) else ''}",
    )


def progress_in(site: Site, learner: Learner | None) -> dict[str, Progress]:
    """Of every lesson, by slug."""
    passed = site.passed(learner)
    return {
        slug: progress_of(lesson, site.answers.of(learner, slug) if learner is not None else {}, passed)
        for slug, lesson in site.course.lessons.items()
    }


def continued(progress: Mapping[str, Progress]) -> str | None:
    """The slug of the lesson to go on with: the first begun and not ended, else the first not ended."""
    begun = (slug for slug, p in progress.items() if p.started and not p.done)
    return next(begun, next((slug for slug, p in progress.items() if not p.done), None))
