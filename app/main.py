"""The web application, put together. The other composition root is `app.cli`."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Lifespan

from app import __version__
from app.config import ROOT, Settings
from app.course.library import Library
from app.course.proofs import PROOFS, Proofs
from app.logs import about
from app.queue import LocalBus, LocalQueue
from app.store.answers import AnswerStore
from app.store.cards import CardStore
from app.store.database import Database
from app.store.drafts import DraftStore
from app.store.history import HistoryStore
from app.store.learners import LearnerStore
from app.store.places import PlaceStore
from app.store.presence import Presence
from app.store.submissions import SubmissionStore
from app.store.vitals import VitalStore
from app.store.walls import WallStore
from app.web import (
    answers,
    assets,
    drafts,
    errors,
    exercises,
    glossary,
    health,
    lessons,
    openapi,
    papers,
    places,
    preferences,
    preview,
    sessions,
    submissions,
)
from app.web.assets import Assets
from app.web.body import BodyLimit
from app.web.cookies import Cookies
from app.web.errors import ErrorBody
from app.web.gate import Gate
from app.web.graders import Graders
from app.web.headers import Head, SecurityHeaders
from app.web.hosts import Hosts
from app.web.operators import leave_key
from app.web.pages import Pages
from app.web.rates import Rates
from app.web.room import Room
from app.web.secret import secret
from app.web.serve import listen, serve
from app.web.site import Site
from app.web.without import Without

_NOUNS = (
    lessons, glossary, papers, places, answers, exercises, drafts, submissions, sessions, preferences, preview, health,
    assets,
)  # fmt: skip

log = logging.getLogger(__name__)


def create_app(settings: Settings, *, author: bool = False) -> FastAPI:
    """The application on the data folder that the settings name; with `author`, a preview of the course.

    Raises GridstrideError where it cannot be.
    """
    database = Database.open(settings.data)
    database.migrate()
    queue, bus = LocalQueue(settings.data), LocalBus(settings.data)
    library = Library(settings.course, Proofs(settings.data / PROOFS), preview=author)
    site = _site(settings, library, database, queue, bus, preview=library if author else None)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        bus.close()
        queue.close()
        database.close()

    return _application(site, library, lifespan)


def _site(
    settings: Settings, library: Library, database: Database, queue: LocalQueue, bus: LocalBus, preview: Library | None
) -> Site:
    files, key = Assets(ROOT / "static"), secret(settings.data)
    leave_key(settings.data, key)
    walls = WallStore(database)
    graders = Graders(settings.data, walls)
    return Site(
        settings=settings,
        course=library.course,
        learners=LearnerStore(database),
        submissions=SubmissionStore(database, queue, bus),
        answers=AnswerStore(database),
        drafts=DraftStore(database),
        places=PlaceStore(database),
        history=HistoryStore(database),
        vitals=VitalStore(database),
        cards=CardStore(database),
        bus=bus,
        assets=files,
        pages=Pages(files, key, preview, Without(settings.waived, walls), graders.away, lambda: library.held),
        walls=walls,
        graders=graders,
        secret=key,
        rates=Rates(settings.limits),
        room=Room(settings.data),
        preview=preview,
    )


def _application(site: Site, library: Library, lifespan: Lifespan[FastAPI]) -> FastAPI:
    app = FastAPI(
        title="Gridstride",
        version=__version__,
        summary="Lessons, exercises, submissions and verdicts.",
        openapi_url="/api/openapi.json",
        docs_url=None,  # its page loads from a CDN
        redoc_url=None,
        generate_unique_id_function=lambda route: route.name,
        responses={"default": {"model": ErrorBody, "description": "Refused or failed, with a sentence that says why."}},
        lifespan=lifespan,
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(Gate),
            Middleware(Hosts, names=site.settings.names),
            Middleware(Head),
            Middleware(Cookies),
            Middleware(BodyLimit, patience_s=site.settings.patience_s),
            Middleware(GZipMiddleware, minimum_size=1024, compresslevel=5, thread_minimum_size=16_384),
        ],
    )
    app.state.site, app.state.library, app.state.course = site, library, site.course
    errors.install(app)
    for noun in _NOUNS:
        app.include_router(noun.router)
    openapi.describe(app)
    return app


def run(settings: Settings, *, author: bool = False) -> int:
    """`gridstride web`: serve until told to stop. Raises ConfigError where the port is taken."""
    with Presence(settings.data, "web"), listen(settings.host, settings.port) as listening:
        app = create_app(settings, author=author)
        for fault in app.state.site.course.faults:
            log.warning("left out: %s", fault, extra=about("withdrawn", place=fault.path))
        serve(app, settings, listening, app.state.site.stopping)
    return 0
