"""Where in a lesson a reader is, as the lesson's page reports it."""

from __future__ import annotations

from fastapi import APIRouter, Depends
from pydantic import BaseModel

from app.course.models import Heading, Lesson
from app.errors import NotFoundError
from app.store.places import Place
from app.web.csrf import signed_header
from app.web.errors import ErrorBody
from app.web.site import SiteDep
from app.web.visitors import VisitorDep


class NewPlace(BaseModel):
    """`anchor` is the id of a heading of the lesson."""

    lesson: str
    anchor: str


router = APIRouter()


def heading_at(lesson: Lesson, place: Place | None) -> Heading | None:
    """The heading that the reader was at; None where the lesson no longer has it."""
    if place is None:
        return None
    return next((heading for heading in lesson.headings if heading.id == place.anchor), None)


@router.put(
    "/api/place",
    tags=["course"],
    status_code=204,
    dependencies=[Depends(signed_header)],
    responses={code: {"model": ErrorBody} for code in (403, 404, 429)},
)
def save_place(new: NewPlace, site: SiteDep, visitor: VisitorDep) -> None:
    """Note where the caller is reading, so that they can go on there."""
    lesson = site.lesson(new.lesson)
    if all(heading.id != new.anchor for heading in lesson.headings):
        raise NotFoundError(new.anchor)
    site.take("writes", visitor)
    site.places.save(site.enrolled(visitor), lesson.slug, new.anchor)
