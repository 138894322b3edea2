"""What a learner has sent to an exercise: the list on its page, which outlives the exercise."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from fastapi import Response

from app.domain.learner import Learner
from app.domain.submission import Mode, State
from app.grading.words import Words
from app.store.history import Attempt
from app.web.site import Site
from app.web.verdicts import sign_of
from app.web.visitors import Visitor

_PAGE = 20


@dataclass(frozen=True, slots=True)
class AttemptView:
    url: str
    mode: Mode
    state: State
    position: None  # a list does not count the queue
    created_at: datetime
    sign: str
    title: str  # of the verdict; empty before there is one
    passed: int
    cases: int


@dataclass(frozen=True, slots=True)
class HistoryView:
    """`older` and `newest` are URLs, empty where they would lead nowhere new."""

    attempts: tuple[AttemptView, ...]
    older: str
    newest: str


def history_view(site: Site, visitor: Visitor, learner: Learner | None, slug: str, before: str = "") -> HistoryView:
    """A page of attempts, newest first; `before` is the id of the one that the page before ended with."""
    found = site.history.of(learner, slug, _PAGE + 1, before) if learner is not None else []
    shown, more = found[:_PAGE], len(found) > _PAGE
    words = Words(visitor.lang)
    return HistoryView(
        attempts=tuple(_attempt(attempt, words) for attempt in shown),
        older=f"/exercises/{slug}?before={shown[-1].id}#history" if more else "",
        newest=f"/exercises/{slug}#history" if before else "",
    )


def is_withdrawn(site: Site, visitor: Visitor, slug: str) -> bool:
    """Whether an exercise is none any more: a lesson sets it, or the visitor has sent something to it."""
    if slug in site.course.exercises:
        return False
    learner = site.learner(visitor)
    return site.lesson_with(slug) is not None or (learner is not None and slug in site.history.tried(learner))


def withdrawn_page(site: Site, visitor: Visitor, slug: str, before: str = "") -> Response:
    """In the place of an exercise that is withdrawn: a word on it, and what its visitor sent."""
    learner = site.learner(visitor)
    return site.pages.page(
        visitor,
        "withdrawn.html",
        status=410,
        slug=slug,
        history=history_view(site, visitor, learner, slug, before),
        lesson=site.lesson_with(slug),
    )


def _attempt(attempt: Attempt, words: Words) -> AttemptView:
    return AttemptView(
        url=f"/submissions/{attempt.id}",
        mode=attempt.mode,
        state=attempt.state,
        position=None,
        created_at=attempt.created_at,
        sign=sign_of(attempt.kind) if attempt.kind is not None else "",
        title=words.title(attempt.kind) if attempt.kind is not None else "",
        passed=attempt.passed,
        cases=attempt.cases,
    )
