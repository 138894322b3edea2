"""Whether a write was meant: its origin, and a token that only our own pages hold."""

from __future__ import annotations

import hashlib
import hmac
from typing import Annotated

from fastapi import Depends, Header, Request

from app.errors import BadInputError
from app.web.body import Form, form
from app.web.visitors import Visitor, VisitorDep, visitor_of

_NONCE = 32  # hexadecimal digits
_MARK = 12  # as many as drafts.js takes


def token_for(secret: bytes, visitor: Visitor) -> str:
    """Another one for each page, so that neither a compressed answer nor another browser's page tells it.

    Its end is the same in all of a browser's pages: scripts keep there what belongs to whoever uses it (drafts.js).
    """
    return _token(secret, visitor.nonce, visitor)


def meant(request: Request, token: str) -> None:
    """Raises BadInputError unless the request carries a token that this visitor's browser was given."""
    visitor, nonce = visitor_of(request), token[:_NONCE]
    if visitor.torn:
        raise BadInputError("request.two_keys")
    expected = _token(request.app.state.site.secret, nonce, visitor)
    if not hmac.compare_digest(expected.encode("utf-8", "replace"), token.encode("utf-8", "replace")):
        raise BadInputError("request.csrf")
    visitor.nonce = nonce  # whatever one page sends at once, before it knows of a learner, makes the same one


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


def _token(secret: bytes, nonce: str, visitor: Visitor) -> str:
    mark = _signed(secret, f"browser:{visitor.token}")[:_MARK]
    return nonce + _signed(secret, f"csrf:{nonce}:{visitor.token}") + mark


def _signed(secret: bytes, said: str) -> str:
    return hmac.new(secret, said.encode("utf-8", "replace"), hashlib.sha256).hexdigest()


SignedForm = Annotated[Form, Depends(signed_form)]
