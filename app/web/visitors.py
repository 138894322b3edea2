"""Who asks, and how they want it shown: four cookies, and no row before the first write.

`visitor` is a browser's: it says nothing of anyone, and what a page's forms carry is bound to it. `learner` is the key
of a learner who is known, and comes with the first write. It is made then, out of what only the page that writes
holds, so that whoever put cookies into this browser before does not know it.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal, get_args

from fastapi import Depends, Request
from starlette.datastructures import MutableHeaders
from starlette.responses import Response

from app.web.addresses import network
from app.web.cookies import PREFIXED, named, values
from app.web.phrases import DEFAULT, languages

Theme = Literal["auto", "light", "dark"]
THEMES: tuple[Theme, ...] = get_args(Theme)
_YEAR = 365 * 24 * 3600
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")  # 32 bytes in base64, without its padding


@dataclass(slots=True)
class Visitor:
    token: str  # of the browser
    key: str  # of the learner that the browser says it is; empty where it says none
    lang: str
    theme: Theme
    secure: bool  # whether the connection is https
    path: str  # of the request, to come back to
    address: str  # where they are counted, see app/web/rates.py
    torn: bool = False  # the browser sends two values of one cookie: one is not ours, and none is believed
    nonce: str = field(default_factory=lambda: secrets.token_hex(16))  # of the page that is sent, or that sent this
    _kept: dict[str, str] = field(default_factory=dict)

    def remember(self) -> None:
        """The answer makes the browser's cookies last a year from now."""
        self.keep("visitor", self.token)
        if self.key:
            self.keep("learner", self.key)

    def become(self, key: str) -> None:
        """The browser is this learner's from now on."""
        self.key = key
        self.keep("learner", key)

    def renew(self) -> None:
        """No page that was open before can write any more."""
        self.token = _new_token()
        self.keep("visitor", self.token)

    def keep(self, name: str, value: str) -> None:
        """Set one of our cookies with the answer."""
        if not self.torn:
            self._kept[name] = value

    def put(self, headers: MutableHeaders) -> None:
        """Into the headers of the answer."""
        response = Response()
        for name, value in self._kept.items():
            response.set_cookie(
                named(name, secure=self.secure), value, _YEAR, httponly=True, samesite="lax", secure=self.secure
            )
        if self.secure and "learner" in self._kept:
            response.delete_cookie("learner")
        for value in response.headers.getlist("set-cookie"):
            headers.append("set-cookie", value)


def visitor_of(request: Request) -> Visitor:
    """A dependency. Within one request everyone gets the same visitor, new token included."""
    visitor: Visitor | None = getattr(request.state, "visitor", None)
    if visitor is None:
        visitor = _read(request)
        request.state.visitor = visitor
    return visitor


async def _visitor(request: Request) -> Visitor:
    """`visitor_of` without a hop to a thread, which would take longer than it does."""
    return visitor_of(request)


VisitorDep = Annotated[Visitor, Depends(_visitor)]


def theme_named(text: str) -> Theme | None:
    return next((theme for theme in THEMES if theme == text), None)


def token_in(text: str) -> str | None:
    """A learner's key as someone typed or pasted it; None where it cannot be one."""
    token = text.strip()
    return token if _TOKEN.fullmatch(token) else None


def fresh_key(secret: bytes, nonce: str) -> str:
    """The key of a learner who is made by a page: the same for all that it sends, and known to nothing else.

    Never with a hyphen in front, which a command line would take for an option.
    """
    digest = hmac.new(secret, b"learner:" + nonce.encode(), hashlib.sha256).digest()
    key = base64.urlsafe_b64encode(digest).decode().rstrip("=")
    return key if key[0] != "-" else fresh_key(secret, f"{nonce}-")


def negotiated(asked: str, cookie: str, accept: str) -> str:
    """The language to answer in: `?lang=` before the cookie before Accept-Language before English."""
    known = languages()
    return next((code for code in (asked, cookie, *_accepted(accept)) if code in known), DEFAULT)


def _read(request: Request) -> Visitor:
    secure = request.url.scheme == "https"
    tokens, keys = _said(values(request), secure=secure)
    torn = len(tokens) > 1 or len(keys) > 1
    cookies = request.cookies
    return Visitor(
        token=tokens.pop() if tokens and not torn else _new_token(),
        key=keys.pop() if keys and not torn else "",
        lang=negotiated(
            request.query_params.get("lang", ""), cookies.get("lang", ""), request.headers.get("accept-language", "")
        ),
        theme=theme_named(cookies.get("theme", "")) or "auto",
        secure=secure,
        path=request.url.path,
        address=network(request.client.host if request.client is not None else None),
        torn=torn,
    )


def _said(cookies: Mapping[str, list[str]], *, secure: bool) -> tuple[set[str], set[str]]:
    """The browser's tokens and the learners' keys that came, each of which should be one."""

    def sent(name: str) -> set[str]:
        return {value for value in cookies.get(name, ()) if token_in(value) == value}

    tokens, keys = (sent(named(name, secure=secure)) for name in PREFIXED)
    # Here for the first time since names have a prefix, or since the site has TLS: nobody's progress is lost by it.
    return tokens, keys if keys or tokens or not secure else sent("learner")


def _new_token() -> str:
    return secrets.token_urlsafe(32)


def _accepted(header: str) -> list[str]:
    """Primary subtags of Accept-Language, the most wanted first."""
    wanted: list[tuple[float, str]] = []
    for part in header.split(",")[:20]:
        tag, _, parameter = part.partition(";")
        quality = parameter.strip().removeprefix("q=")
        try:
            weight = float(quality) if quality else 1.0
        except ValueError:
            continue
        wanted.append((-weight, tag.strip().partition("-")[0].lower()))
    return [code for weight, code in sorted(wanted, key=lambda pair: pair[0]) if weight < 0]
