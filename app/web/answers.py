"""Where the answers to a lesson's questions are sent."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import RedirectResponse

from app.course.models import Lesson, Question
from app.errors import BadInputError, NotFoundError
from app.web.csrf import SignedForm
from app.web.errors import sentence
from app.web.lessons import lesson_page
from app.web.quizzes import QuizView, quiz_view, save
from app.web.site import Site, SiteDep
from app.web.visitors import Visitor, VisitorDep

_LONGEST = 100  # characters; option keys and numbers are far shorter

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
        kept = save(site, visitor, lesson, question, given)
    except BadInputError as error:
        view = quiz_view(lesson, question, None, given=given, error=sentence(visitor, error))
        return _refused(site, visitor, lesson, view, fragment=fragment)
    if fragment:
        return site.pages.page(visitor, "_quiz.html", quiz=quiz_view(lesson, question, kept))
    return RedirectResponse(f"/lessons/{slug}#q-{id_}", 303)


@router.get("")
def question_again(slug: str, id_: IdPath, site: SiteDep) -> Response:
    """Where a reload after a refused answer lands."""
    _question(site, slug, id_)
    return RedirectResponse(f"/lessons/{slug}#q-{id_}", 303)


def _question(site: Site, slug: str, id_: str) -> tuple[Lesson, Question]:
    lesson = site.lesson(slug)
    question = lesson.question(id_)
    if question is None:
        raise NotFoundError(f"{slug}/{id_}")
    return lesson, question


def _refused(site: Site, visitor: Visitor, lesson: Lesson, view: QuizView, *, fragment: bool) -> Response:
    if fragment:
        return site.pages.page(visitor, "_quiz.html", quiz=view)  # 200: the quiz as it now stands
    return lesson_page(site, visitor, lesson, status=422, instead=view)
