"""Who one is here: the key that carries a learner's progress to another browser or to the command line.

There are no accounts: whoever holds the key is the learner. It is what the learner's cookie holds, and the page
shows it only to the browser that has it already.
"""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import BaseModel

from app.web.csrf import SignedForm, token_for
from app.web.site import Site, SiteDep
from app.web.visitors import Visitor, VisitorDep, keep, token_in


class Session(BaseModel):
    """`csrf_token` goes into the `X-CSRF-Token` header of every write; `known` is whether there is progress."""

    csrf_token: str
    known: bool


router = APIRouter()


@router.get("/api/session", tags=["session"])
def read_session(site: SiteDep, visitor: VisitorDep, response: Response) -> Session:
    """Begin here: sets the `learner` cookie where there is none, and gives the token that belongs to it."""
    response.headers["Cache-Control"] = "no-store"
    visitor.remember(response)
    return Session(csrf_token=token_for(site.secret, visitor), known=site.learner(visitor) is not None)


@router.get("/key", include_in_schema=False)
def key(request: Request, site: SiteDep, visitor: VisitorDep) -> Response:
    return _page(request, site, visitor)


@router.post("/key", include_in_schema=False)
def take_key(request: Request, site: SiteDep, visitor: VisitorDep, form: SignedForm) -> Response:
    """Become the learner whose key was entered. What this browser had stays with its own key, which is told."""
    token = token_in(form.text("key"))
    if token is None or site.learners.find(token) is None:
        return _page(request, site, visitor, entered=form.text("key")[:100], error="request.key")
    response = RedirectResponse("/", 303)
    keep(response, "learner", token, secure=visitor.secure)
    return response


def _page(request: Request, site: Site, visitor: Visitor, entered: str = "", error: str = "") -> Response:
    return site.pages.page(
        visitor,
        "key.html",
        status=422 if error else 200,
        key=visitor.token if site.learner(visitor) is not None else "",
        origin=str(request.base_url).rstrip("/"),
        entered=entered,
        error=error,
    )
