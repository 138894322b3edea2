"""Which names the site answers to.

A page of another site can give its own name our address (DNS rebinding), and is then of one origin with us: no token
and no cookie keeps it out, but the name that its requests carry does.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from app.config import is_loopback
from app.web.phrases import Phrases
from app.web.visitors import negotiated

_HOST = re.compile(r"(?P<name>[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?")
_FREE = ("/healthz",)  # asked by address, and says nothing


class Hosts:
    """Answers 421 where the Host header has none of `names`; None for any. `X-Forwarded-Host` says nothing."""

    def __init__(self, app: ASGIApp, names: Collection[str] | None) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in _FREE or self._ours(Headers(scope=scope).getlist("host")):
            await self._app(scope, receive, send)
        else:
            await _refusal(scope)(scope, receive, send)

    def _ours(self, sent: list[str]) -> bool:
        found = _HOST.fullmatch(sent[0]) if len(sent) == 1 else None
        if found is None:
            return False
        name = found["name"].strip("[]").lower().removesuffix(".")
        return self._names is None or name in self._names or is_loopback(name)


def _refusal(scope: Scope) -> PlainTextResponse | JSONResponse:
    headers = Headers(scope=scope)
    said = Phrases(negotiated("", "", headers.get("accept-language", "")))("request.host")
    if scope["path"].startswith("/api/"):
        return JSONResponse({"error": {"key": "request.host", "message": said}}, 421)
    return PlainTextResponse(f"{said}\n", 421)
