"""Whether a write was meant: its origin, and a token that only our own pages hold."""

from __future__ import annotations

import hashlib
import hmac
from typing import Annotated

from fastapi import Depends, Header, Request

from app.errors import BadInputError
from app.web.body import Form, form
from app.web.visitors import Visitor, VisitorDep, visitor_of


def token_for(secret: bytes, visitor: Visitor) -> str:
    return hmac.new(secret, b"csrf:" + visitor.token.encode(), hashlib.sha256).hexdigest()


def meant(request: Request, token: str) -> None:
    """Raises BadInputError unless the request carries this visitor's own token."""
    expected = token_for(request.app.state.site.secret, visitor_of(request))
    if not hmac.compare_digest(expected.encode(), token.encode("utf-8", "replace")):
        raise BadInputError("request.csrf")


def same_origin(request: Request) -> None:
    """A dependency: raises BadInputError where the browser says that another site sent this.

    A client that says nothing, such as curl, still needs the token. Only the host is compared:
    behind a proxy that ends TLS we may not know our own scheme.
    """
    site = request.headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        raise BadInputError("request.cross_origin")
    origin = request.headers.get("origin")
    if site is None and origin is not None and origin.partition("://")[2] != request.headers.get("host"):
        raise BadInputError("request.cross_origin")


def signed_form(request: Request, sent: Annotated[Form, Depends(form)]) -> Form:
    """A dependency: a form that our own page sent."""
    same_origin(request)
    meant(request, sent.text("csrf"))
    return sent


def signed_header(
    request: Request,
    _visitor: VisitorDep,
    x_csrf_token: Annotated[str, Header(description="The token of the page's `csrf-token` meta element.")] = "",
) -> None:
    """A dependency: a request with the token in a header, as scripts send it."""
    same_origin(request)
    meant(request, x_csrf_token)


SignedForm = Annotated[Form, Depends(signed_form)]
