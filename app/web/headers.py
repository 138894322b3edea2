"""What every response carries, and what HEAD leaves out."""

from __future__ import annotations

import re

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types gridstride"
)
# What is no page, such as a picture that is opened by itself, has no origin and runs and loads nothing.
_NO_PAGE = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; sandbox"
)
_ORIGIN = re.compile(r"^(?:[a-z]+:)?//[^/?#]*")  # no parser of addresses, which raises for some hosts
SECURITY = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    # Not "no-referrer": browsers then send "Origin: null" with our own forms, and the origin check refuses them.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


def policy(content_type: str) -> str:
    """The content security policy of an answer of this type."""
    return CONTENT_SECURITY_POLICY if content_type.startswith("text/html") else _NO_PAGE


def local(location: str) -> str:
    """The path of a redirect. The router's own, from a path with a slash too many, repeat the host that was sent."""
    return f"/{_ORIGIN.sub('', location).lstrip('/')}"


class SecurityHeaders:
    """Adds the security headers to every response, and keeps redirects here."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sender(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(raw=message["headers"])
                for name, value in SECURITY.items():
                    headers[name] = value
                headers["Content-Security-Policy"] = policy(headers.get("content-type", ""))
                if "location" in headers:
                    headers["Location"] = local(headers["location"])
                message = {**message, "headers": headers.raw}
            await send(message)

        await self._app(scope, receive, sender if scope["type"] == "http" else send)


class Head:
    """Answers HEAD as GET without its body. Event streams stay out: their body has no end to wait for."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD" or scope["path"].endswith("/events"):
            await self._app(scope, receive, send)
            return

        async def sender(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        await self._app({**scope, "method": "GET"}, receive, sender)
