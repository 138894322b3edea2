"""Who asks, and how they want it shown: three cookies, and no row before the first write."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from typing import Annotated, Literal, get_args

from fastapi import Depends, Request, Response

from app.web.phrases import DEFAULT, languages

Theme = Literal["auto", "light", "dark"]
THEMES: tuple[Theme, ...] = get_args(Theme)
_YEAR = 365 * 24 * 3600
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")  # what token_urlsafe(32) makes


@dataclass(frozen=True, slots=True)
class Visitor:
    token: str
    lang: str
    theme: Theme
    secure: bool  # whether the connection is https
    path: str  # of the request, to come back to

    def remember(self, response: Response) -> None:
        """Set the learner's cookie, for a year from now."""
        keep(response, "learner", self.token, secure=self.secure)


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


def keep(response: Response, name: str, value: str, *, secure: bool) -> None:
    """Set one of our cookies."""
    response.set_cookie(name, value, max_age=_YEAR, path="/", httponly=True, samesite="lax", secure=secure)


def theme_named(text: str) -> Theme | None:
    return next((theme for theme in THEMES if theme == text), None)


def token_in(text: str) -> str | None:
    """A learner's token as someone typed or pasted it; None where it cannot be one."""
    token = text.strip()
    return token if _TOKEN.fullmatch(token) else None


def negotiated(asked: str, cookie: str, accept: str) -> str:
    """The language to answer in: `?lang=` before the cookie before Accept-Language before English."""
    known = languages()
    return next((code for code in (asked, cookie, *_accepted(accept)) if code in known), DEFAULT)


def _read(request: Request) -> Visitor:
    cookies = request.cookies
    return Visitor(
        token=token_in(cookies.get("learner", "")) or _new_token(),
        lang=negotiated(
            request.query_params.get("lang", ""), cookies.get("lang", ""), request.headers.get("accept-language", "")
        ),
        theme=theme_named(cookies.get("theme", "")) or "auto",
        secure=request.url.scheme == "https",
        path=request.url.path,
    )


def _new_token() -> str:
    """Never with a hyphen in front, which a command line would take for an option."""
    token = secrets.token_urlsafe(32)
    return token if token[0] != "-" else _new_token()


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
