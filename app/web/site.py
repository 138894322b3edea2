"""What the pages are made from: put together once in `app.main`, taken by every endpoint."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from typing import Annotated

from fastapi import Depends, Request

from app.config import Settings
from app.course.library import Library
from app.course.models import Course, Exercise, Lesson
from app.domain.learner import Learner
from app.domain.submission import State, Submission
from app.errors import NotFoundError
from app.store.answers import AnswerStore
from app.store.cards import CardStore
from app.store.delivery import EventBus
from app.store.drafts import DraftStore
from app.store.history import HistoryStore
from app.store.learners import LearnerStore
from app.store.places import PlaceStore
from app.store.submissions import SubmissionStore
from app.store.vitals import VitalStore
from app.store.walls import WallStore
from app.web.assets import Assets
from app.web.graders import Graders
from app.web.pages import Pages
from app.web.prepared import Shelf
from app.web.rates import Rates
from app.web.room import Room
from app.web.visitors import Visitor, fresh_key

_PAGES = 200  # at some 150 kB each


@dataclass(frozen=True, slots=True)
class Site:
    settings: Settings
    course: Course
    learners: LearnerStore
    submissions: SubmissionStore
    answers: AnswerStore
    drafts: DraftStore
    places: PlaceStore
    history: HistoryStore
    vitals: VitalStore
    cards: CardStore
    walls: WallStore
    graders: Graders
    bus: EventBus
    assets: Assets
    pages: Pages
    secret: bytes
    rates: Rates
    room: Room
    preview: Library | None = None  # of an author, who sees what is not proved too
    shelf: Shelf = field(default_factory=lambda: Shelf(_PAGES))  # lesson pages of this course, as they were last shown
    stopping: threading.Event = field(default_factory=threading.Event)  # set: open streams end soon

    def learner(self, visitor: Visitor) -> Learner | None:
        """The visitor's row; None before their first write. A key that nobody has is forgotten."""
        found = self.learners.find(visitor.key) if visitor.key else None
        if found is None:
            visitor.key = ""
        return found

    def enrolled(self, visitor: Visitor) -> Learner:
        """The visitor's row, made now if this is their first write, under a key that they had no part in.

        Raises TooManyError where many are being made.
        """
        found = self.learner(visitor)
        if found is None:
            self.rates.take("learners", address=visitor.address)
            visitor.become(fresh_key(self.secret, visitor.nonce))
            found = self.learners.create(visitor.key)
        return found

    def take(self, what: str, visitor: Visitor) -> None:
        """Count one of a class of what is sent. Raises TooManyError where it is one too many.

        Raises BadInputError where there is no room for anything new.
        It counts for the learner that the visitor is or, by the first write, becomes: a key that nobody has is no name.
        """
        known = self.learner(visitor) is not None
        key = visitor.key if known else fresh_key(self.secret, visitor.nonce)
        self.rates.take(what, learner=key, address=visitor.address)
        self.room.check()

    def position(self, submission: Submission) -> int | None:
        """Its place in the queue, 1 for the next one; None unless it waits."""
        return self.submissions.position(submission.id) if submission.state is State.QUEUED else None

    def passed(self, learner: Learner | None) -> set[str]:
        """The exercises that a learner has passed."""
        return self.submissions.passed(learner) if learner is not None else set()

    def lesson(self, slug: str) -> Lesson:
        found = self.course.lessons.get(slug)
        if found is None:
            raise NotFoundError(slug)
        return found

    def exercise(self, slug: str) -> Exercise:
        found = self.course.exercises.get(slug)
        if found is None:
            raise NotFoundError(slug)
        return found

    def lesson_with(self, exercise: str) -> Lesson | None:
        """The first lesson that sets an exercise."""
        return next((lesson for lesson in self.course.lessons.values() if exercise in lesson.exercises), None)


def site_of(request: Request) -> Site:
    """The site with the course as it is now, which then stays the same for the whole of a request."""
    state = request.app.state
    course: Course = state.library.course
    if course is not state.course:
        state.course, state.site = course, replace(state.site, course=course, shelf=Shelf(_PAGES))
    site: Site = state.site
    return site


async def _site(request: Request) -> Site:
    """`site_of` without a hop to a thread, which would take longer than it does."""
    return site_of(request)


SiteDep = Annotated[Site, Depends(_site)]
