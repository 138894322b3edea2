"""What every request counts as, whatever it asks for, before any of it is read."""

from __future__ import annotations

from fastapi import Request
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from app.errors import BadInputError
from app.web.addresses import network
from app.web.errors import refused
from app.web.site import Site

_FILES, _ALIVE = "/static/", "/healthz"
_HEAD = 32 << 10  # bytes; the parser's own limit does not hold for a head that arrives at once


class Gate:
    """Counts requests by address, and answers 429 where there are too many.

    One whose end is told in two ways is refused: a proxy may have taken the other one, and what it thought a body
    would be a request of someone else's.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            _admit(scope)
        except BadInputError as error:
            response = refused(Request(scope), error)
            response.headers["Connection"] = "close"  # whatever follows is not read
            await response(scope, receive, send)
            return
        await self._app(scope, receive, send)


def _admit(scope: Scope) -> None:
    headers = Headers(scope=scope)
    if "content-length" in headers and "transfer-encoding" in headers:
        raise BadInputError("request.framing")
    if _size(scope) > _HEAD:
        raise BadInputError("request.head")
    site: Site = scope["app"].state.site
    if not _is_free(scope, site):
        site.rates.take("requests", address=network((scope.get("client") or ("",))[0]))


def _is_free(scope: Scope, site: Site) -> bool:
    """Files come from memory, by the dozen for one page; and what restarts a site must not be told to wait.

    What is no file and no question for life is a page that says so, which costs as much as any.
    """
    path: str = scope["path"]
    asks = scope["method"] in ("GET", "HEAD")
    return asks and (path == _ALIVE or (path.startswith(_FILES) and site.assets.knows(path.removeprefix(_FILES))))


def _size(scope: Scope) -> int:
    """Of a request without its body, in bytes."""
    target = len(scope["path"]) + len(scope["query_string"])
    return target + sum(len(name) + len(value) + 4 for name, value in scope["headers"])
