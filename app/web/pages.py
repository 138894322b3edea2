"""Renders templates. What every page needs is added here; the rest comes from the endpoint."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from pathlib import Path

from fastapi import Response
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.course.library import Library
from app.course.models import Course
from app.web.assets import Assets
from app.web.coverage import picture
from app.web.csrf import token_for
from app.web.films import line, third
from app.web.listing import highlighted
from app.web.machine import machine
from app.web.phrases import Phrases, languages
from app.web.prepared import Prepared
from app.web.quantities import duration, memory, percent, significant
from app.web.terms import with_cards
from app.web.timeline import drawn
from app.web.visitors import THEMES, Visitor

_PRIVATE = {"Cache-Control": "private, no-cache", "Vary": "Cookie, Accept-Language, Accept-Encoding"}


def _nothing() -> Course:
    return Course({}, {})


class Pages:
    def __init__(
        self,
        assets: Assets,
        secret: bytes,
        preview: Library | None = None,
        without: Callable[[], Sequence[str]] = tuple,
        graders_away: Callable[[], bool] = bool,
        course: Callable[[], Course] = _nothing,
    ) -> None:
        """`without`: the layers of the sandbox that are left out now, which every page says. `course`: as it is now."""
        self.without = without
        self._course = course
        self._secret = secret
        self._slot = secrets.token_hex(16)  # stands where a token will, and nobody can have written it
        self._jinja = Environment(
            loader=FileSystemLoader(Path(__file__).parent / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            auto_reload=False,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._jinja.globals |= {"static": assets.url, "themes": THEMES, "languages": languages()}
        self._jinja.globals |= {"preview": preview, "left_out": without, "graders_away": graders_away}
        self._jinja.globals |= {"has_glossary": lambda: bool(course().glossary)}
        self._jinja.filters |= {"triple": _triple, "dims": _dims, "given": _given, "number": _number}
        self._jinja.filters |= {"highlighted": highlighted, "picture": picture, "machine": machine, "drawn": drawn}
        self._jinja.filters |= {"film_line": line, "third": third}
        self._jinja.filters |= {"significant": significant, "duration": duration, "memory": memory, "percent": percent}

    def page(self, visitor: Visitor, template: str, *, status: int = 200, **context: object) -> HTMLResponse:
        """A page or a fragment, private to its visitor, who is remembered by it."""
        html = self.html(visitor, template, **context)
        visitor.remember()
        return HTMLResponse(html, status, headers=_PRIVATE)

    def html(self, visitor: Visitor, template: str, **context: object) -> str:
        return self._rendered(visitor, template, context, token_for(self._secret, visitor))

    def prepared(self, visitor: Visitor, template: str, **context: object) -> Prepared:
        """A page for everyone who would see the same but for the token of its forms."""
        return Prepared(self._rendered(visitor, template, context, self._slot), self._slot)

    def sent(self, visitor: Visitor, page: Prepared, *, gzip: bool) -> Response:
        """As `page`, from one that is prepared."""
        token = token_for(self._secret, visitor)
        body = page.gzip(token) if gzip else page.plain(token)
        visitor.remember()
        return HTMLResponse(body, headers=_PRIVATE | ({"Content-Encoding": "gzip"} if gzip else {}))

    def _rendered(self, visitor: Visitor, template: str, context: dict[str, object], csrf: str) -> str:
        common = {"t": Phrases(visitor.lang), "lang": visitor.lang, "theme": visitor.theme, "path": visitor.path}
        html = self._jinja.get_template(template).render(context, **common, csrf=csrf)
        cards = self._jinja.get_template("_terms.html")
        return with_cards(html, self._course(), visitor.path, lambda found: cards.render(common, cards=found))


def _triple(index: tuple[int, int, int]) -> str:
    """(x, y, z) as it is said: without the axes that are not used."""
    x, y, z = index
    return f"({x}, {y}, {z})" if z else f"({x}, {y})" if y else str(x)


def _dims(dims: tuple[int, ...]) -> str:
    return f"({', '.join(map(str, dims))})" if len(dims) > 1 else str(dims[0])


def _given(value: float | None) -> str:
    return "–" if value is None else f"{value:g}"


def _number(value: int) -> str:
    return f"{value:,}"
