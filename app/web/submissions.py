"""Submissions: sent by form or by script, watched as events, read as a page or as JSON."""

from __future__ import annotations

import gzip
import re
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass
from typing import Annotated, Literal

from anyio import to_thread
from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response
from fastapi.responses import RedirectResponse
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import BaseModel, Field

from app.course.models import Exercise
from app.domain.submission import Event, Mode, Stage, Submission
from app.errors import BadInputError, NotFoundError
from app.grading.source import readable
from app.protocol.compiled import CompileError
from app.store.drafts import Draft
from app.web.attempts import is_withdrawn, withdrawn_page
from app.web.body import Form, form
from app.web.csrf import meant, same_origin, signed_header
from app.web.drafts import keep_sent, refused_in, revision_in
from app.web.errors import ErrorBody
from app.web.exercises import refused_page
from app.web.phrases import Phrases
from app.web.png import png
from app.web.site import Site, SiteDep
from app.web.streams import Looks
from app.web.verdicts import SubmissionView, shown
from app.web.visitors import Visitor, VisitorDep


class NewSubmission(BaseModel):
    """`source` is the kernel's module, at most 64 KiB; `run` tries the visible cases, `submit` all of them.

    `revision` is that of the draft which `source` was made from. Another draft is kept beside it.
    """

    source: str
    mode: Literal[Mode.RUN, Mode.SUBMIT]
    revision: int | None = Field(None, ge=0, lt=1 << 53)


class CreatedSubmission(BaseModel):
    id: str
    url: str
    events_url: str
    revision: int  # of the draft, which is what was sent


_FILM = {"Cache-Control": "private, max-age=3600", "Vary": "Cookie, Accept-Encoding"}
_BYTES, _PNG = "application/octet-stream", "image/png"
_EVENT_ID = re.compile(r"[0-9]{1,9}")

router = APIRouter()


def owned(id_: Annotated[str, Path(alias="id")], site: SiteDep, visitor: VisitorDep) -> Submission:
    """A dependency: the submission, for whoever sent it. Raises NotFoundError for everyone else.

    Here and not in the endpoint: an error inside an event stream comes too late to be a 404.
    """
    learner = site.learner(visitor)
    submission = site.submissions.get(id_)
    if learner is None or submission is None or submission.learner != learner.id:
        raise NotFoundError(id_)
    return submission


OwnedDep = Annotated[Submission, Depends(owned)]


@dataclass(frozen=True, slots=True)
class Watched:
    """A submission, and what is heard of it (`EventBus`)."""

    submission: Submission
    news: AsyncGenerator[bool, None]


async def watched(submission: OwnedDep, site: SiteDep, visitor: VisitorDep) -> AsyncIterator[Watched]:
    """A dependency: a submission of which a stream is open until the answer has ended. Raises TooManyError.

    It subscribes, and not the endpoint: nobody closes the generator of an endpoint whose reader has left, and what it
    holds would stay until it is collected.
    """
    with site.rates.held("streams", learner=visitor.key, address=visitor.address):
        async with aclosing(site.bus.subscribe(submission.id)) as news:
            yield Watched(submission, news)


@router.post("/exercises/{slug}/submissions", include_in_schema=False)
def send(
    request: Request, slug: str, site: SiteDep, visitor: VisitorDep, sent: Annotated[Form, Depends(form)]
) -> Response:
    same_origin(request)
    if is_withdrawn(site, visitor, slug):
        return withdrawn_page(site, visitor, slug)
    exercise = site.exercise(slug)
    raw = sent.raw("source")
    try:
        meant(request, sent.text("csrf"))
        submission, _ = _create(site, visitor, exercise, raw, _mode(sent.text("mode")), revision_in(sent))
    except (CompileError, BadInputError) as error:
        return refused_page(site, visitor, exercise, error, refused_in(sent))
    return RedirectResponse(f"/submissions/{submission.id}", 303)


@router.get("/exercises/{slug}/submissions", include_in_schema=False)
def exercise_again(slug: str, site: SiteDep) -> Response:
    """Where a reload after a refused form lands."""
    return RedirectResponse(f"/exercises/{site.exercise(slug).slug}", 303)


@router.get("/submissions/{id}", include_in_schema=False)
def submission(
    submission: OwnedDep, site: SiteDep, visitor: VisitorDep, fragment: Annotated[str, Query()] = ""
) -> Response:
    view = shown(submission, site.position(submission), visitor.lang)
    exercise = site.course.exercises.get(submission.exercise)
    code = exercise.kernel if exercise is not None and exercise.kernel else submission.source
    if fragment == "verdict":
        return site.pages.page(visitor, "_verdict.html", submission=view, anchors=False, code=code)
    return site.pages.page(
        visitor,
        "submission.html",
        submission=view,
        source=submission.source,
        code=code,
        title=exercise.text(visitor.lang).title if exercise is not None else submission.exercise,
        exercise=exercise,
        lesson=site.lesson_with(submission.exercise),
    )


def drawn(submission: OwnedDep, site: SiteDep) -> bytes:
    """A dependency: the pictures that a submission drew, gzipped. Raises NotFoundError where none are kept."""
    pixels = site.submissions.film(submission.id)
    if pixels is None:
        raise NotFoundError(submission.id)
    return pixels


DrawnDep = Annotated[bytes, Depends(drawn)]


@router.get("/submissions/{id}/film", include_in_schema=False)
def film(pixels: DrawnDep, accept_encoding: Annotated[str, Header()] = "") -> Response:
    packed = "gzip" in accept_encoding
    headers = _FILM | ({"Content-Encoding": "gzip"} if packed else {})
    return Response(pixels if packed else gzip.decompress(pixels), headers=headers, media_type=_BYTES)


@router.get("/submissions/{id}/film.png", include_in_schema=False)
def last_picture(submission: OwnedDep, pixels: DrawnDep) -> Response:
    """The last one, for pages without scripts."""
    made = submission.verdict.film if submission.verdict is not None else None
    if made is None:
        raise NotFoundError(submission.id)
    size = made.width * made.height
    return Response(png(gzip.decompress(pixels)[-size:], made.width, made.height), headers=_FILM, media_type=_PNG)


@router.post(
    "/api/exercises/{slug}/submissions",
    tags=["submissions"],
    status_code=201,
    dependencies=[Depends(signed_header)],
    responses={code: {"model": ErrorBody} for code in (403, 404, 413, 422, 429)},
)
def create_submission(
    slug: str, new: NewSubmission, site: SiteDep, visitor: VisitorDep, response: Response
) -> CreatedSubmission:
    """Send a kernel. A newer submission replaces the caller's older one that still waits."""
    created, draft = _create(site, visitor, site.exercise(slug), new.source, new.mode, new.revision)
    response.headers["Location"] = f"/api/submissions/{created.id}"
    return CreatedSubmission(
        id=created.id,
        url=f"/submissions/{created.id}",
        events_url=f"/api/submissions/{created.id}/events",
        revision=draft.revision,
    )


@router.get("/api/submissions/{id}", tags=["submissions"], responses={404: {"model": ErrorBody}})
def read_submission(submission: OwnedDep, site: SiteDep, visitor: VisitorDep, response: Response) -> SubmissionView:
    """A submission and, once it is graded, its verdict. To be asked again and again where events do not get through."""
    response.headers["Cache-Control"] = "no-store"
    position = site.position(submission)
    return shown(submission, position, visitor.lang, idle=position is not None and site.graders.away())


@router.get(
    "/api/submissions/{id}/events",
    tags=["submissions"],
    response_class=EventSourceResponse,
    responses={code: {"model": ErrorBody} for code in (404, 429)},
)
async def watch_submission(
    watched: Annotated[Watched, Depends(watched)],
    site: SiteDep,
    visitor: VisitorDep,
    last_event_id: Annotated[
        str, Header(description="The id of the last event seen: the stream goes on behind it.")
    ] = "",
) -> AsyncIterator[ServerSentEvent]:
    """Server-sent events: `queued`, `compiling`, `simulating`, `launching`, `measuring`, last `graded`."""
    seen = int(last_event_id) if _EVENT_ID.fullmatch(last_event_id) else 0
    phrases = Phrases(visitor.lang)
    waiting: int | None = None
    idle = False
    submission, looks = watched.submission, Looks(site.stopping)
    async for heard in watched.news:
        if not looks.due(heard=heard):
            continue
        if site.stopping.is_set():
            return  # the reader's browser comes back with Last-Event-ID
        for event in await to_thread.run_sync(site.submissions.events, submission.id, seen):
            seen, waiting = event.seq, _waiting(event)
            yield ServerSentEvent(event=event.stage, id=str(event.seq), data=_told(event, phrases))
            if event.stage is Stage.GRADED:
                return
        if waiting is not None:
            moved = await to_thread.run_sync(site.submissions.position, submission.id)
            away = await to_thread.run_sync(site.graders.away)
            if moved is not None and (moved, away) != (waiting, idle):
                waiting, idle = moved, away
                place = {"position": moved, "idle": idle}
                step = Event(submission=submission.id, seq=0, stage=Stage.QUEUED, args={**place})
                yield ServerSentEvent(event=step.stage, data=_told(step, phrases))  # no id: it is not stored


def _waiting(event: Event) -> int | None:
    position = event.args.get("position")
    return position if event.stage is Stage.QUEUED and isinstance(position, int) else None


def _told(event: Event, phrases: Phrases) -> dict[str, object]:
    """An event's arguments, and the sentence that a reader is told."""
    position = _waiting(event)
    if position is None:
        said = phrases(f"status.{event.stage}", **{"case": "", "done": 0, "total": 0, "kind": "", **event.args})
    else:
        said = phrases("status.queued", n=position - 1) if position > 1 else phrases("status.next")
        said = phrases("status.idle") if event.args.get("idle") else said
    return {**event.args, "message": said}


def _create(
    site: Site, visitor: Visitor, exercise: Exercise, source: str | bytes, mode: Mode, revision: int | None
) -> tuple[Submission, Draft]:
    """Raises CompileError where the source is no text that could be a kernel; then nothing is kept.

    Raises TooManyError where this is one too many.
    """
    text = readable(source, site.settings.source_bytes)
    site.take("submissions", visitor)
    learner = site.enrolled(visitor)
    draft = keep_sent(site, learner, exercise, text, revision)
    return site.submissions.create(learner, exercise.slug, exercise.version, mode, text), draft


def _mode(text: str) -> Literal[Mode.RUN, Mode.SUBMIT]:
    if text == Mode.RUN:
        return Mode.RUN
    if text == Mode.SUBMIT:
        return Mode.SUBMIT
    raise BadInputError("request.mode")
