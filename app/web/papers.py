"""The placement quiz and the inventory: questions on a page of their own, and what their first answers come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from app.course.models import Lesson, Prose, Question, QuestionPart, Term
from app.domain.learner import AnswerState, QuizAnswer
from app.errors import NotFoundError
from app.web.csrf import SignedForm
from app.web.lessons import ProseView
from app.web.quizzes import QuizView, quiz_view
from app.web.site import Site, SiteDep
from app.web.visitors import Visitor, VisitorDep

First = Literal["right", "missed", "open"]
Kept = Mapping[str, QuizAnswer]


@dataclass(frozen=True, slots=True)
class Result:
    """Of one question: how its first answer was. `lesson` teaches what it asks for."""

    id: str
    number: int
    first: First
    term: Term | None
    lesson: Lesson | None


router = APIRouter(include_in_schema=False)


@router.get("/placement")
@router.get("/inventory")
def read_paper(request: Request, site: SiteDep, visitor: VisitorDep) -> Response:
    return paper_page(site, visitor, _paper(request, site))


@router.get("/placement/result")
@router.get("/inventory/result")
def read_result(request: Request, site: SiteDep, visitor: VisitorDep) -> Response:
    paper = _paper(request, site)
    results = results_of(site, paper, _kept(site, visitor, paper))
    lessons = _by_lesson(site, results)
    begin = _begin(site, lessons)
    return site.pages.page(
        visitor,
        f"{paper.slug}_result.html",
        paper=paper,
        results=results,
        lessons=lessons,
        answered=any(result.first != "open" for result in results),
        begin=begin,
        beyond=begin not in [lesson for lesson, _ in lessons],
    )


@router.post("/placement/attempts")
@router.post("/inventory/attempts")
def begin_again(request: Request, site: SiteDep, visitor: VisitorDep, _: SignedForm) -> Response:
    """A new attempt: what was answered before is forgotten."""
    paper, learner = _paper(request, site), site.learner(visitor)
    site.take("answers", visitor)
    if learner is not None:
        site.answers.forget(learner, paper.slug)
    return RedirectResponse(f"/{paper.slug}", 303)


def paper_page(
    site: Site, visitor: Visitor, paper: Lesson, *, status: int = 200, instead: QuizView | None = None
) -> Response:
    """The questions as their reader left them; `instead` replaces one by a refused one."""
    kept = _kept(site, visitor, paper)
    parts: list[ProseView | QuizView] = []
    for part in paper.parts:
        if isinstance(part, Prose):
            parts.append(ProseView(part.html))
        elif isinstance(part, QuestionPart):
            same = instead is not None and instead.id == part.question.id
            view = quiz_view(site, visitor, paper, part.question, kept.get(part.question.id))
            parts.append(instead if same and instead is not None else view)
    answered = sum(result.first != "open" for result in results_of(site, paper, kept))
    return site.pages.page(visitor, "paper.html", status=status, paper=paper, parts=parts, answered=answered)


def results_of(site: Site, paper: Lesson, kept: Kept) -> list[Result]:
    """Of every question, in their order."""
    terms, lessons = site.course.glossary, site.course.lessons
    found = []
    for number, question in enumerate(paper.questions, 1):
        term = terms.get(question.concept)
        lesson = lessons.get(term.lesson) if term is not None else None
        found.append(Result(question.id, number, _first(question, kept.get(question.id)), term, lesson))
    return found


def _first(question: Question, answer: QuizAnswer | None) -> First:
    """A second try comes after the reply to the first, so it tells nothing about what was known before."""
    if answer is None or answer.version != question.version or answer.state is AnswerState.VOID:
        return "open"
    return "right" if answer.state is AnswerState.CORRECT and answer.tries == 1 else "missed"


def _by_lesson(site: Site, results: list[Result]) -> list[tuple[Lesson, list[Result]]]:
    """The lessons that were asked about, in the order of the course."""
    return [
        (lesson, of) for lesson in site.course.lessons.values() if (of := [r for r in results if r.lesson == lesson])
    ]


def _begin(site: Site, lessons: list[tuple[Lesson, list[Result]]]) -> Lesson | None:
    """The first lesson of which not everything was known; where all was, the one behind the last of them."""
    for lesson, results in lessons:
        if any(result.first != "right" for result in results):
            return lesson
    behind = lessons[-1][0].number if lessons else 0
    return next((lesson for lesson in site.course.lessons.values() if lesson.number > behind), None)


def _paper(request: Request, site: Site) -> Lesson:
    name = request.url.path.split("/")[1]
    found = site.course.papers.get(name)
    if found is None:
        raise NotFoundError(name)
    return found


def _kept(site: Site, visitor: Visitor, paper: Lesson) -> Kept:
    learner = site.learner(visitor)
    return site.answers.of(learner, paper.slug) if learner is not None else {}
