"""What stands in the editor, kept on the server: saved by the page's script, put back by its forms."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse
from pydantic import BaseModel, Field

from app.course.models import Exercise
from app.domain.learner import Learner
from app.errors import BadInputError, NotFoundError
from app.grading.source import readable
from app.store.drafts import Draft, Kept
from app.web.body import Form
from app.web.csrf import SignedForm, signed_header
from app.web.errors import ErrorBody
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


@dataclass(frozen=True, slots=True)
class EditorView:
    """What stands in the editor. `revision` is 0 where no draft is kept; `kept` is what stood there before."""

    source: str
    revision: int
    saved_at: datetime | None
    outdated: bool  # written for another version of the exercise
    unsaved: bool  # this page holds a text that was refused, and that is nowhere else
    kept: Kept | None


router = APIRouter()


def editor_view(exercise: Exercise, draft: Draft | None, sent: str | None, refused: str | None = None) -> EditorView:
    """The draft, else what was sent last, else the starter; a text that was just refused goes before them all."""
    source = draft.source if draft is not None else sent if sent is not None else exercise.starter
    return EditorView(
        source=refused if refused is not None else source,
        revision=draft.revision if draft is not None else 0,
        saved_at=draft.updated_at if draft is not None else None,
        outdated=draft is not None and draft.version != exercise.version and draft.source != exercise.starter,
        unsaved=refused is not None,
        kept=_kept(exercise, draft),
    )


def keep_sent(site: Site, learner: Learner, exercise: Exercise, text: str, revision: int | None) -> Draft:
    """A text that is being sent becomes the draft. It keeps a draft that it was not made from beside it."""
    if revision is not None:
        saved, won = site.drafts.save(learner, exercise.slug, exercise.version, text, revision)
        if won:
            return saved
    return site.drafts.replace(learner, exercise.slug, exercise.version, text)


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
    responses={409: {"model": DraftView}, **{code: {"model": ErrorBody} for code in (403, 404, 413, 422)}},
)
def save_draft(
    slug: str, new: NewDraft, site: SiteDep, visitor: VisitorDep, response: Response
) -> DraftView | Response:
    """Keep a text. Answers 409, with the draft that is kept, where that is not the one that this was made from."""
    exercise = site.exercise(slug)
    text = readable(new.source, site.settings.source_bytes)
    instead = None if new.instead is None else readable(new.instead, site.settings.source_bytes)
    learner = site.enrolled(visitor)
    draft, won = site.drafts.save(learner, slug, exercise.version, text, new.revision, instead=instead)
    visitor.remember(response)
    return _view(draft) if won else JSONResponse(_view(draft).model_dump(mode="json"), 409)


@router.delete(
    "/api/exercises/{slug}/draft",
    tags=["drafts"],
    status_code=204,
    dependencies=[Depends(signed_header)],
    responses={code: {"model": ErrorBody} for code in (403, 404)},
)
def remove_draft(slug: str, site: SiteDep, visitor: VisitorDep) -> None:
    """Forget the draft, and the text that is kept beside it."""
    exercise, learner = site.exercise(slug), site.learner(visitor)
    if learner is not None:
        site.drafts.remove(learner, exercise.slug)


@router.post("/exercises/{slug}/draft", include_in_schema=False)
def put_back(slug: str, site: SiteDep, visitor: VisitorDep, form: SignedForm) -> Response:
    """Put the starter, what was sent last, a submission or the kept text into the editor.

    What stands there, in the form or else in the draft, is kept beside it.
    """
    exercise, learner = site.exercise(slug), site.enrolled(visitor)
    text = _wanted(site, learner, exercise, form)
    typed = form.raw("source")
    if typed:
        shown = readable(typed, site.settings.source_bytes)
        if shown != text:
            site.drafts.replace(learner, slug, exercise.version, shown)
    site.drafts.replace(learner, slug, exercise.version, text)
    response = RedirectResponse(f"/exercises/{slug}#e-{slug}", 303)
    visitor.remember(response)
    return response


@router.get("/exercises/{slug}/draft", include_in_schema=False)
def kept(request: Request, slug: str, site: SiteDep, visitor: VisitorDep) -> Response:
    """The part of the page that speaks of the kept text; without a script, where a reload after a refusal lands."""
    exercise, learner = site.exercise(slug), site.learner(visitor)
    if "x-fragment" not in request.headers:
        return RedirectResponse(f"/exercises/{exercise.slug}", 303)
    draft = site.drafts.of(learner, slug) if learner is not None else None
    return site.pages.page(visitor, "_kept.html", slug=slug, kept=_kept(exercise, draft))


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


def _kept(exercise: Exercise, draft: Draft | None) -> Kept | None:
    """The kept text, where it is to be had nowhere else."""
    if draft is None or draft.kept is None or draft.kept.source in (draft.source, exercise.starter):
        return None
    return draft.kept


def _view(draft: Draft) -> DraftView:
    return DraftView(
        exercise=draft.exercise,
        version=draft.version,
        source=draft.source,
        revision=draft.revision,
        updated_at=draft.updated_at,
        kept_at=None if draft.kept is None else draft.kept.at,
    )
