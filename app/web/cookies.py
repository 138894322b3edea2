"""Cookies on the wire: by which names they go, every value that came, and how those of an answer get into it."""

from __future__ import annotations

from fastapi import Request
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

PREFIXED = ("visitor", "learner")


def named(name: str, *, secure: bool) -> str:
    """Over https a browser takes a cookie with this prefix from us alone, not from a neighbour under our domain."""
    return f"__Host-{name}" if secure and name in PREFIXED else name


def values(request: Request) -> dict[str, list[str]]:
    """Every value of each cookie: a parser that keeps one would let a neighbour's hide ours.

    Nothing but the space between two is taken away. A browser lets anyone set a cookie with some other kind of space in
    front of a name with our prefix, which to it is another name; without that space it would be ours.
    """
    found: dict[str, list[str]] = {}
    for pair in "; ".join(request.headers.getlist("cookie")).split(";"):
        name, _, value = pair.strip(" ").partition("=")
        found.setdefault(name, []).append(value)
    return found


class Cookies:
    """Puts the cookies of a visitor into the answer, whatever made it.

    No cache on the way keeps an answer that knows of a visitor; none at all does where it says nothing of caches.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        state = scope.setdefault("state", {})

        async def sender(message: Message) -> None:
            if message["type"] == "http.response.start" and "visitor" in state:
                headers = MutableHeaders(raw=list(message["headers"]))
                state["visitor"].put(headers)
                headers["Cache-Control"] = _own(headers.get("Cache-Control", "no-store"))
                message = {**message, "headers": headers.raw}
            await send(message)

        await self._app(scope, receive, sender)


def _own(control: str) -> str:
    return control if "no-store" in control or "private" in control else f"private, {control}"
