"""Where the answers to a lesson's questions are sent."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import RedirectResponse

from app.course.models import Lesson, Question
from app.errors import BadInputError, NotFoundError, TooManyError
from app.web.csrf import SignedForm
from app.web.errors import sentence, status_of, timed
from app.web.lessons import lesson_page
from app.web.papers import paper_page
from app.web.quizzes import QuizView, quiz_view, save
from app.web.site import Site, SiteDep
from app.web.visitors import Visitor, VisitorDep

_LONGEST = 400  # characters; what is a little too long for its question gets a sentence in its place

IdPath = Annotated[str, Path(alias="id")]

router = APIRouter(prefix="/lessons/{slug}/questions/{id}/answers", include_in_schema=False)


@router.post("")
def answer(
    request: Request,
    slug: str,
    id_: IdPath,
    site: SiteDep,
    visitor: VisitorDep,
    form: SignedForm,
) -> Response:
    lesson, question = _question(site, slug, id_)
    given = form.texts("answer")
    if any(len(text) > _LONGEST for text in given):
        raise BadInputError("request.form")
    fragment = "x-fragment" in request.headers
    try:
        site.take("answers", visitor)
        kept = save(site, visitor, lesson, question, given)
    except BadInputError as error:
        if fragment and isinstance(error, TooManyError):
            raise  # the script leaves the form as it is
        view = quiz_view(site, visitor, lesson, question, None, given=given, error=sentence(visitor, error))
        return timed(_refused(site, visitor, lesson, view, status_of(error), fragment=fragment), error)
    if fragment:
        return site.pages.page(visitor, "_quiz.html", quiz=quiz_view(site, visitor, lesson, question, kept))
    return RedirectResponse(_place(site, lesson, question), 303)


@router.get("")
def question_again(request: Request, slug: str, id_: IdPath, site: SiteDep, visitor: VisitorDep) -> Response:
    """The question as it stands by now, for a script. A browser comes here after a refused answer, or to look again."""
    lesson, question = _question(site, slug, id_)
    if "x-fragment" not in request.headers:
        return RedirectResponse(_place(site, lesson, question), 303)
    learner = site.learner(visitor)
    kept = site.answers.of(learner, slug).get(id_) if learner is not None else None
    return site.pages.page(visitor, "_quiz.html", quiz=quiz_view(site, visitor, lesson, question, kept))


def _question(site: Site, slug: str, id_: str) -> tuple[Lesson, Question]:
    lesson = site.course.papers.get(slug) or site.lesson(slug)
    question = lesson.question(id_)
    if question is None:
        raise NotFoundError(f"{slug}/{id_}")
    return lesson, question


def _refused(site: Site, visitor: Visitor, lesson: Lesson, view: QuizView, status: int, *, fragment: bool) -> Response:
    if fragment:
        return site.pages.page(visitor, "_quiz.html", quiz=view)  # 200: the quiz as it now stands
    shown = paper_page if lesson.slug in site.course.papers else lesson_page
    return shown(site, visitor, lesson, status=status, instead=view)


def _place(site: Site, lesson: Lesson, question: Question) -> str:
    """Where the question stands."""
    page = f"/{lesson.slug}" if lesson.slug in site.course.papers else f"/lessons/{lesson.slug}"
    return f"{page}#q-{question.id}"
