"""Every request gets an id and a line in the log."""

from __future__ import annotations

import logging
import re
import secrets
import time

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.logs import about, request_id

_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
_HEADER = "X-Request-ID"
_QUIET = ("/healthz", "/readyz", "/static/", "/api/author/")  # asked all the time: told only where something is wrong

log = logging.getLogger(__name__)


class Requests:
    """Outside of every middleware, so that the answer to an error of ours has its id too.

    A proxy's id is taken over. The path is logged without its query, and no header is.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = _Request(scope)
        request_id.set(request.id)  # uvicorn calls each request in a context of its own

        async def sender(message: Message) -> None:
            await send(request.answered(message))

        try:
            await self._app(scope, receive, sender)
        except Exception:
            log.exception("%s %s failed", request.method, request.path, extra=request.about("failed"))
            if request.status is None:
                raise
        finally:
            request.ended()


class _Request:
    def __init__(self, scope: Scope) -> None:
        given = Headers(scope=scope).get(_HEADER, "")
        self.id = given if _ID.fullmatch(given) else secrets.token_hex(8)
        self.status: int | None = None
        self.method: str = scope["method"]
        self.path: str = scope["path"]
        self._began = time.perf_counter()

    def answered(self, message: Message) -> Message:
        if message["type"] != "http.response.start":
            return message
        self.status = message["status"]
        headers = MutableHeaders(raw=list(message["headers"]))
        headers[_HEADER] = self.id
        return {**message, "headers": headers.raw}

    def ended(self) -> None:
        quiet = self.path.startswith(_QUIET) and self.status is not None and self.status < 400
        ms = round(1000 * (time.perf_counter() - self._began), 1)
        log.log(
            logging.DEBUG if quiet else logging.INFO,
            "%s %s: %s in %s ms",
            self.method,
            self.path,
            self.status or "no answer",
            ms,
            extra=self.about("request", status=self.status, ms=ms),
        )

    def about(self, event: str, **fields: object) -> dict[str, object]:
        return about(event, method=self.method, path=self.path, **fields)
