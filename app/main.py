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
from app.course.loader import open_course
from app.logs import about
from app.queue import LocalBus, LocalQueue
from app.store.answers import AnswerStore
from app.store.database import Database
from app.store.learners import LearnerStore
from app.store.submissions import SubmissionStore
from app.web import answers, assets, errors, exercises, health, lessons, preferences, sessions, submissions
from app.web.assets import Assets
from app.web.body import BodyLimit
from app.web.errors import ErrorBody
from app.web.headers import Head, SecurityHeaders
from app.web.pages import Pages
from app.web.secret import secret
from app.web.serve import listen, serve
from app.web.site import Site

_NOUNS = (lessons, answers, exercises, submissions, sessions, preferences, health, assets)

log = logging.getLogger(__name__)


def create_app(settings: Settings) -> FastAPI:
    """The application on the data folder that the settings name. Raises GridstrideError where it cannot be."""
    database = Database.open(settings.data)
    database.migrate()
    queue, bus = LocalQueue(settings.data), LocalBus(settings.data)
    files, key = Assets(ROOT / "static"), secret(settings.data)
    site = Site(
        settings=settings,
        course=open_course(settings.course),
        learners=LearnerStore(database),
        submissions=SubmissionStore(database, queue, bus),
        answers=AnswerStore(database),
        bus=bus,
        assets=files,
        pages=Pages(files, key),
        secret=key,
    )

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        bus.close()
        queue.close()
        database.close()

    return _application(site, lifespan)


def _application(site: Site, lifespan: Lifespan[FastAPI]) -> FastAPI:
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
            Middleware(Head),
            Middleware(BodyLimit),
            Middleware(GZipMiddleware, minimum_size=1024, compresslevel=5, thread_minimum_size=16_384),
        ],
    )
    app.state.site = site
    errors.install(app)
    for noun in _NOUNS:
        app.include_router(noun.router)
    return app


def run(settings: Settings) -> int:
    """`gridstride web`: serve until told to stop. Raises ConfigError where the port is taken."""
    with listen(settings.host, settings.port) as listening:
        app = create_app(settings)
        for fault in app.state.site.course.faults:
            log.warning("left out: %s", fault, extra=about("withdrawn", place=fault.path))
        serve(app, settings, listening, app.state.site.stopping)
    return 0
