"""The course's front page and its lessons."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel

from app.course.models import ExercisePart, ExplorablePart, Lesson, Prose
from app.domain.learner import Learner, QuizAnswer
from app.domain.submission import State
from app.store.places import Place
from app.web.exercises import ExerciseView, exercise_view
from app.web.progress import continued, progress_in, progress_of
from app.web.quizzes import QuizView, quiz_view
from app.web.site import Site, SiteDep
from app.web.tracks import outline
from app.web.visitors import Visitor, VisitorDep


@dataclass(frozen=True, slots=True)
class ProseView:
    html: str

    @property
    def kind(self) -> str:
        return "prose"


@dataclass(frozen=True, slots=True)
class ExplorableView:
    """`html` is the picture that stands there without JavaScript."""

    name: str
    html: str

    @property
    def kind(self) -> str:
        return "explorable"


@dataclass(frozen=True, slots=True)
class WithdrawnView:
    """In the place of an exercise that cannot be done at the moment."""

    slug: str

    @property
    def kind(self) -> str:
        return "withdrawn"


PartView = ProseView | QuizView | ExerciseView | ExplorableView | WithdrawnView


@dataclass(frozen=True, slots=True)
class _Reader:
    """Who reads a lesson, and what they did in it, asked for once a page."""

    learner: Learner | None
    answers: Mapping[str, QuizAnswer]
    passed: AbstractSet[str]
    place: Place | None


class LessonSummary(BaseModel):
    slug: str
    number: int
    lang: str
    title: str
    summary: str
    minutes: int
    url: str
    answered: int
    questions: int
    passed: int
    exercises: list[str]


router = APIRouter()


@router.get("/", include_in_schema=False)
def course(site: SiteDep, visitor: VisitorDep) -> Response:
    whole = outline(site, visitor, site.learner(visitor))
    following = continued(whole.progress)
    return site.pages.page(
        visitor,
        "course.html",
        tracks=whole.tracks,
        more=whole.more,
        papers=site.course.papers,
        following=site.course.lessons[following] if following is not None else None,
        resume=whole.progress[following] if following is not None else None,
    )


@router.get("/lessons/{slug}", include_in_schema=False)
def lesson(request: Request, slug: str, site: SiteDep, visitor: VisitorDep) -> Response:
    """A lesson; the same page is not made twice, unless something in it still runs or its author is at work."""
    lesson, learner = site.lesson(slug), site.learner(visitor)
    without = site.pages.without()
    key = (slug, visitor.lang, visitor.theme, learner and (learner.id, learner.revision), without)
    page = site.shelf.find(key)
    if page is None:
        reader = _reader(site, lesson, learner)
        parts = _parts(site, visitor, lesson, reader)
        page = site.pages.prepared(visitor, "lesson.html", **_context(site, lesson, reader, parts))
        if site.preview is None and not any(map(_runs, parts)):
            site.shelf.keep(key, page)
    return site.pages.sent(visitor, page, gzip="gzip" in request.headers.get("accept-encoding", ""))


@router.get("/api/lessons", tags=["course"])
def list_lessons(site: SiteDep, visitor: VisitorDep) -> list[LessonSummary]:
    """The lessons in their order, with the caller's progress."""
    learner = site.learner(visitor)
    progress = progress_in(site, learner, site.passed(learner))
    return [
        LessonSummary(
            slug=slug,
            number=lesson.number,
            lang=lesson.lang,
            title=lesson.title,
            summary=lesson.summary,
            minutes=lesson.minutes,
            url=f"/lessons/{slug}",
            answered=progress[slug].answered,
            questions=progress[slug].questions,
            passed=progress[slug].passed,
            exercises=[one for one in lesson.exercises if one in site.course.exercises],
        )
        for slug, lesson in site.course.lessons.items()
    ]


def lesson_page(
    site: Site, visitor: Visitor, lesson: Lesson, *, status: int = 200, instead: QuizView | None = None
) -> Response:
    """A lesson with everything that its reader did in it; `instead` replaces one quiz by a refused one."""
    reader = _reader(site, lesson, site.learner(visitor))
    parts = _parts(site, visitor, lesson, reader, instead)
    return site.pages.page(visitor, "lesson.html", status=status, **_context(site, lesson, reader, parts))


def _reader(site: Site, lesson: Lesson, learner: Learner | None) -> _Reader:
    if learner is None:
        return _Reader(None, {}, frozenset(), None)
    place = site.places.of(learner).get(lesson.slug)
    return _Reader(learner, site.answers.of(learner, lesson.slug), site.passed(learner), place)


def _context(site: Site, lesson: Lesson, reader: _Reader, parts: list[PartView]) -> dict[str, object]:
    slugs = list(site.course.lessons)
    number = slugs.index(lesson.slug)
    offered = site.course.exercises.keys()
    return {
        "lesson": lesson,
        "parts": parts,
        "progress": progress_of(lesson, reader.answers, reader.passed, offered, reader.place),
        "previous": site.course.lessons[slugs[number - 1]] if number else None,
        "following": site.course.lessons[slugs[number + 1]] if number + 1 < len(slugs) else None,
    }


def _runs(part: PartView) -> bool:
    """Whether a part shows something that changes without its reader: a place in the queue, a kernel that runs."""
    if isinstance(part, QuizView):
        return part.run is not None and part.run.submission.state is not State.DONE
    return isinstance(part, ExerciseView) and part.submission is not None and part.submission.state is not State.DONE


def _parts(
    site: Site, visitor: Visitor, lesson: Lesson, reader: _Reader, instead: QuizView | None = None
) -> list[PartView]:
    views: list[PartView] = []
    for part in lesson.parts:
        if isinstance(part, Prose):
            views.append(ProseView(part.html))
        elif isinstance(part, ExercisePart):
            offered = site.course.exercises.get(part.slug)
            views.append(
                WithdrawnView(part.slug)
                if offered is None
                else exercise_view(site, visitor, offered, reader.learner, reader.passed)
            )
        elif isinstance(part, ExplorablePart):
            views.append(ExplorableView(part.name, part.html))
        elif instead is not None and instead.id == part.question.id:
            views.append(instead)
        else:
            views.append(quiz_view(site, visitor, lesson, part.question, reader.answers.get(part.question.id)))
    return views
