"""Renders templates. What every page needs is added here; the rest comes from the endpoint."""

from __future__ import annotations

from pathlib import Path

from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.course.library import Library
from app.web.assets import Assets
from app.web.coverage import picture
from app.web.csrf import token_for
from app.web.listing import highlighted
from app.web.phrases import Phrases, languages
from app.web.visitors import THEMES, Visitor

_PRIVATE = {"Cache-Control": "private, no-cache", "Vary": "Cookie, Accept-Language"}


class Pages:
    def __init__(self, assets: Assets, secret: bytes, preview: Library | None = None) -> None:
        self._secret = secret
        self._jinja = Environment(
            loader=FileSystemLoader(Path(__file__).parent / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            auto_reload=False,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._jinja.globals |= {"static": assets.url, "themes": THEMES, "languages": languages()}
        self._jinja.globals["preview"] = preview
        self._jinja.filters |= {"triple": _triple, "dims": _dims, "given": _given, "number": _number}
        self._jinja.filters |= {"highlighted": highlighted, "picture": picture}

    def page(self, visitor: Visitor, template: str, *, status: int = 200, **context: object) -> HTMLResponse:
        """A page or a fragment, private to its visitor, who is remembered by it."""
        html = self.html(visitor, template, **context)
        response = HTMLResponse(html, status, headers=_PRIVATE)
        visitor.remember(response)
        return response

    def html(self, visitor: Visitor, template: str, **context: object) -> str:
        return self._jinja.get_template(template).render(
            context,
            t=Phrases(visitor.lang),
            lang=visitor.lang,
            theme=visitor.theme,
            path=visitor.path,
            csrf=token_for(self._secret, visitor),
        )


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
