"""Bodies of requests: how large they may be, and forms read without losing a byte."""

from __future__ import annotations

import asyncio
from urllib.parse import parse_qsl

from fastapi import HTTPException, Request
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.errors import BadInputError

LIMIT = 1 << 20
_DRAIN = 16 << 20
_MAX_FIELDS = 200
_LAST = {"Connection": "close"}  # the rest of the body would else be read, as long as the client likes


class BodyLimit:
    """Refuses bodies over LIMIT bytes with 413, counted as they come in, whatever Content-Length says.

    An over-long body is read to its end, or to 16 MiB, and thrown away: a browser that is still
    sending when the answer comes shows a broken connection instead of the sentence. A body that takes longer than
    `patience_s` is refused with 408, and one that is compressed with 415: nothing here would unpack it.
    """

    def __init__(self, app: ASGIApp, patience_s: float) -> None:
        self._app = app
        self._patience_s = patience_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            encoding = Headers(scope=scope).get("content-encoding", "identity").strip().lower()
            receive = _Body(receive, self._patience_s, packed=encoding != "identity").receive
        await self._app(scope, receive, send)


class _Body:
    """The body of one request, whose time begins when it is asked for.

    FastAPI hands an HTTPException through where it would turn any other error into a 400.
    """

    def __init__(self, receive: Receive, patience_s: float, *, packed: bool) -> None:
        self._receive = receive
        self._patience_s = patience_s
        self._until: float | None = None
        self._packed = packed
        self._seen = 0
        self._whole = False

    async def receive(self) -> Message:
        if self._whole:  # all that comes now is that the client has left, some time or never
            return await self._receive()
        message = await self._next()
        if self._packed and self._seen:
            raise HTTPException(415, headers=_LAST)
        if self._seen > LIMIT:
            while not self._whole and self._seen <= _DRAIN:
                await self._next()
            raise HTTPException(413, headers=None if self._whole else _LAST)
        return message

    async def _next(self) -> Message:
        if self._until is None:
            self._until = asyncio.get_running_loop().time() + self._patience_s
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            raise HTTPException(408, headers=_LAST) from None
        self._seen += len(message.get("body", b""))
        self._whole = not message.get("more_body", False)
        return message


class Form:
    """A urlencoded form. Values stay bytes until asked for, so that text which is not UTF-8 is seen, not mended."""

    def __init__(self, body: bytes) -> None:
        try:
            pairs = parse_qsl(
                body.decode("latin-1"), keep_blank_values=True, encoding="latin-1", max_num_fields=_MAX_FIELDS
            )
        except ValueError:
            raise BadInputError("request.form") from None
        self._pairs = [(name, value.encode("latin-1")) for name, value in pairs]

    def raw(self, name: str) -> bytes:
        """The first value of a field, empty where there is none."""
        return next((value for field, value in self._pairs if field == name), b"")

    def text(self, name: str) -> str:
        """As `raw`, as text. Raises BadInputError where it is not UTF-8."""
        return _text(self.raw(name))

    def texts(self, name: str) -> list[str]:
        """Every value of a field. Raises BadInputError where one is not UTF-8."""
        return [_text(value) for field, value in self._pairs if field == name]


async def form(request: Request) -> Form:
    """A dependency: the request's form. Raises BadInputError where it is none of ours."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/x-www-form-urlencoded":
        raise BadInputError("request.media")
    return Form(await request.body())


def _text(value: bytes) -> str:
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        raise BadInputError("request.not_utf8") from None
