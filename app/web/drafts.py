"""What stands in the editor, kept on the server: saved by the page's script, put back by its forms."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse
from pydantic import BaseModel, Field

from app.course.models import Exercise
from app.domain.learner import Learner
from app.errors import BadInputError, NotFoundError
from app.grading.source import readable
from app.protocol.compiled import CompileError
from app.store.drafts import Draft
from app.web.body import Form, form
from app.web.csrf import meant, same_origin, signed_header
from app.web.editor import Refused, kept_beside
from app.web.errors import ErrorBody
from app.web.exercises import refused_page
from app.web.site import Site, SiteDep
from app.web.visitors import VisitorDep


class NewDraft(BaseModel):
    """`revision` is that of the draft which `source` was made from, 0 where there was none.

    `instead` is a text that was given up for this one: it is kept beside it.
    """

    source: str
    revision: int = Field(ge=0, lt=1 << 53)
    instead: str | None = None


class DraftView(BaseModel):
    exercise: str
    version: str  # of the exercise, when this was written
    source: str
    revision: int
    updated_at: datetime
    kept_at: datetime | None  # of the text that this one took the place of


_REVISION = re.compile(r"[0-9]{1,15}")

router = APIRouter()


def keep_sent(site: Site, learner: Learner, exercise: Exercise, text: str, revision: int | None) -> Draft:
    """A text that is being sent becomes the draft. It keeps a draft that it was not made from beside it.

    It is on disk when the submission is, which is stored next.
    """
    if revision is not None:
        saved, won = site.drafts.save(learner, exercise.slug, exercise.version, text, revision, durable=False)
        if won:
            return saved
    return site.drafts.replace(learner, exercise.slug, exercise.version, text, durable=False)


def revision_in(sent: Form) -> int | None:
    """That of the draft which a form was made from; None where it says none."""
    text = sent.raw("revision").decode("latin-1")
    return int(text) if _REVISION.fullmatch(text) else None


def refused_in(sent: Form) -> Refused:
    """What a form holds that is not taken."""
    source = sent.raw("source").decode("utf-8", "replace").replace("\r\n", "\n")
    return Refused(source, revision_in(sent) or 0)


@router.get("/api/exercises/{slug}/draft", tags=["drafts"], responses={404: {"model": ErrorBody}})
def read_draft(slug: str, site: SiteDep, visitor: VisitorDep, response: Response) -> DraftView:
    """The caller's draft of an exercise."""
    exercise, learner = site.exercise(slug), site.learner(visitor)
    draft = site.drafts.of(learner, exercise.slug) if learner is not None else None
    if draft is None:
        raise NotFoundError(slug)
    response.headers["Cache-Control"] = "no-store"
    return _view(draft)


@router.put(
    "/api/exercises/{slug}/draft",
    tags=["drafts"],
    dependencies=[Depends(signed_header)],
    response_model=DraftView,
    responses={409: {"model": DraftView}, **{code: {"model": ErrorBody} for code in (403, 404, 413, 422, 429)}},
)
def save_draft(slug: str, new: NewDraft, site: SiteDep, visitor: VisitorDep) -> DraftView | Response:
    """Keep a text. Answers 409, with the draft that is kept, where that is not the one that this was made from."""
    exercise = site.exercise(slug)
    text = readable(new.source, site.settings.source_bytes)
    instead = None if new.instead is None else readable(new.instead, site.settings.source_bytes)
    site.take("writes", visitor)
    learner = site.enrolled(visitor)
    draft, won = site.drafts.save(learner, slug, exercise.version, text, new.revision, instead=instead)
    return _view(draft) if won else JSONResponse(_view(draft).model_dump(mode="json"), 409)


@router.delete(
    "/api/exercises/{slug}/draft",
    tags=["drafts"],
    status_code=204,
    dependencies=[Depends(signed_header)],
    responses={code: {"model": ErrorBody} for code in (403, 404, 429)},
)
def remove_draft(slug: str, site: SiteDep, visitor: VisitorDep) -> None:
    """Forget the draft, and the text that is kept beside it."""
    exercise, learner = site.exercise(slug), site.learner(visitor)
    site.take("writes", visitor)
    if learner is not None:
        site.drafts.remove(learner, exercise.slug)


@router.post("/exercises/{slug}/draft", include_in_schema=False)
def put_back(
    request: Request, slug: str, site: SiteDep, visitor: VisitorDep, sent: Annotated[Form, Depends(form)]
) -> Response:
    """Put the starter, what was sent last, a submission or the kept text into the editor.

    What stands there, in the form or else in the draft, is kept beside it.
    """
    same_origin(request)
    exercise = site.exercise(slug)
    try:
        meant(request, sent.text("csrf"))
        site.take("writes", visitor)
        moved = not _put_back(site, site.enrolled(visitor), exercise, sent)
    except (CompileError, BadInputError) as error:
        return refused_page(site, visitor, exercise, error, refused_in(sent) if sent.raw("source") else None)
    if moved:
        return refused_page(site, visitor, exercise, BadInputError("draft.moved"), None)
    return RedirectResponse(f"/exercises/{slug}#e-{slug}", 303)


@router.get("/exercises/{slug}/draft", include_in_schema=False)
def kept(request: Request, slug: str, site: SiteDep, visitor: VisitorDep) -> Response:
    """The part of the page that speaks of the kept text; without a script, where a reload after a refusal lands."""
    exercise, learner = site.exercise(slug), site.learner(visitor)
    if "x-fragment" not in request.headers:
        return RedirectResponse(f"/exercises/{exercise.slug}", 303)
    draft = site.drafts.of(learner, slug) if learner is not None else None
    return site.pages.page(visitor, "_kept.html", slug=slug, kept=kept_beside(exercise, draft))


def _put_back(site: Site, learner: Learner, exercise: Exercise, sent: Form) -> bool:
    """False where the form was made from another draft than is there by now.

    Only one text is kept beside the draft: then the form's takes its place, and nothing is put back.
    """
    text, typed = _wanted(site, learner, exercise, sent), sent.raw("source")
    shown = readable(typed, site.settings.source_bytes) if typed else text
    before, made_from = site.drafts.of(learner, exercise.slug), revision_in(sent)
    if shown != text:
        site.drafts.replace(learner, exercise.slug, exercise.version, shown)
        if before is not None and made_from not in (None, before.revision) and before.source not in (shown, text):
            return False
    site.drafts.replace(learner, exercise.slug, exercise.version, text)
    return True


def _wanted(site: Site, learner: Learner, exercise: Exercise, form: Form) -> str:
    """Raises BadInputError where the form names none, NotFoundError where there is no such text."""
    what = form.text("put")
    draft = site.drafts.of(learner, exercise.slug)
    if what == "starter":
        return exercise.starter
    if what == "kept" and draft is not None and draft.kept is not None:
        return draft.kept.source
    if what == "sent":
        latest = site.submissions.latest(learner, exercise.slug)
    elif what == "submission":
        latest = site.submissions.get(form.text("submission"))
    else:
        raise BadInputError("request.form")
    if latest is None or latest.learner != learner.id or latest.exercise != exercise.slug:
        raise NotFoundError(exercise.slug)
    return latest.source


def _view(draft: Draft) -> DraftView:
    return DraftView(
        exercise=draft.exercise,
        version=draft.version,
        source=draft.source,
        revision=draft.revision,
        updated_at=draft.updated_at,
        kept_at=None if draft.kept is None else draft.kept.at,
    )
