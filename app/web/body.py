"""Bodies of requests: how large they may be, and forms read without losing a byte."""

from __future__ import annotations

from urllib.parse import parse_qsl

from fastapi import HTTPException, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.errors import BadInputError

LIMIT = 1 << 20
_DRAIN = 16 << 20
_MAX_FIELDS = 200


class BodyLimit:
    """Refuses bodies over LIMIT bytes with 413, counted as they come in, whatever Content-Length says.

    An over-long body is read to its end, or to 16 MiB, and thrown away: a browser that is still
    sending when the answer comes shows a broken connection instead of the sentence.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        seen = 0

        async def receiver() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > LIMIT:
                while message.get("more_body") and seen <= _DRAIN:
                    message = await receive()
                    seen += len(message.get("body", b""))
                # FastAPI hands an HTTPException through where it would turn any other error into a 400.
                raise HTTPException(413)
            return message

        await self._app(scope, receiver if scope["type"] == "http" else receive, send)


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
