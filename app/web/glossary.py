"""The terms of the course, and the map of what teaches and practises them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from fastapi import APIRouter, Response

from app.course.models import Lesson, Term
from app.errors import NotFoundError
from app.web.entries import ExerciseEntry, entries_of, practising
from app.web.site import Site, SiteDep
from app.web.tracks import outline
from app.web.visitors import Visitor, VisitorDep


@dataclass(frozen=True, slots=True)
class TermView:
    """`lesson` is none while the one that teaches it cannot be read."""

    term: Term
    lesson: Lesson | None
    exercises: list[ExerciseEntry]


router = APIRouter(include_in_schema=False)


@router.get("/glossary")
def glossary(site: SiteDep, visitor: VisitorDep) -> Response:
    if not site.course.glossary:
        raise NotFoundError("glossary")
    return site.pages.page(visitor, "glossary.html", letters=_letters(site, visitor))


@router.get("/map")
def concept_map(site: SiteDep, visitor: VisitorDep) -> Response:
    return site.pages.page(visitor, "map.html", tracks=outline(site, visitor, site.learner(visitor)).tracks)


def _letters(site: Site, visitor: Visitor) -> list[tuple[str, list[TermView]]]:
    """The terms by their first letter, as a dictionary has them."""
    learner = site.learner(visitor)
    practised = practising(site, entries_of(site, visitor, learner, site.passed(learner)))
    views = [
        TermView(term, site.course.lessons.get(term.lesson), practised.get(term.id, []))
        for term in sorted(site.course.glossary.values(), key=lambda term: term.term.casefold())
    ]
    return [(letter, list(group)) for letter, group in groupby(views, lambda view: view.term.term[0].upper())]
