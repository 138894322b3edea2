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
from app.web.visitors import Visitor, VisitorDep, token_in


class Session(BaseModel):
    """`csrf_token` goes into the `X-CSRF-Token` header of every write; `known` is whether there is progress."""

    csrf_token: str
    known: bool


router = APIRouter()


@router.get("/api/session", tags=["session"])
def read_session(site: SiteDep, visitor: VisitorDep) -> Session:
    """Begin here: sets the `visitor` cookie where there is none, and gives the token that belongs to it.

    The first write then sets the `learner` cookie. Over https both names begin with `__Host-`.
    """
    known = site.learner(visitor) is not None
    visitor.remember()
    return Session(csrf_token=token_for(site.secret, visitor), known=known)


@router.get("/key", include_in_schema=False)
def key(request: Request, site: SiteDep, visitor: VisitorDep) -> Response:
    return _page(request, site, visitor)


@router.post("/key", include_in_schema=False)
def take_key(request: Request, site: SiteDep, visitor: VisitorDep, form: SignedForm) -> Response:
    """Become the learner whose key was entered. What this browser had stays with its own key, which is told."""
    site.rates.take("keys", learner=visitor.token, address=visitor.address)
    entered = token_in(form.text("key"))
    if entered is None or site.learners.find(entered) is None:
        return _page(request, site, visitor, entered=form.text("key")[:100], error="request.key")
    visitor.become(entered)
    visitor.renew()
    return RedirectResponse("/", 303)


def _page(request: Request, site: Site, visitor: Visitor, entered: str = "", error: str = "") -> Response:
    response: Response = site.pages.page(
        visitor,
        "key.html",
        status=422 if error else 200,
        key=visitor.key if site.learner(visitor) is not None else "",
        origin=str(request.base_url).rstrip("/"),
        entered=entered,
        error=error,
    )
    response.headers["Cache-Control"] = "no-store"  # it shows the key: not even this browser keeps it
    return response
