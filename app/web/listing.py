"""Source text as coloured lines."""

from __future__ import annotations

from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer


def highlighted(source: str) -> list[Markup]:
    """A kernel's lines as HTML, each whole in itself: a string over several lines is opened anew on each."""
    html = highlight(source, PythonLexer(stripnl=False, ensurenl=False), HtmlFormatter(nowrap=True))
    return [Markup(line) for line in html.removesuffix("\n").split("\n")]  # noqa: S704 - Pygments escapes what it is given
