"""Source text as coloured lines."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

# Pygments' patterns can take minutes for 64 KiB made to annoy them, and hold every other thread up meanwhile.
_LARGEST = 8_192
_LONGEST_LINE = 200


@lru_cache(64)  # a lesson shows the same few kernels again and again
def highlighted(source: str) -> tuple[Markup, ...]:
    """A kernel's lines as HTML, each whole in itself: a string over several lines is opened anew on each.

    A source that is larger than a kernel ever is comes without colours.
    """
    lines = source.removesuffix("\n").split("\n")
    if len(source) > _LARGEST or max(map(len, lines)) > _LONGEST_LINE:
        return tuple(Markup(escape(line)) for line in lines)  # noqa: S704 - escaped here
    html = highlight(source, PythonLexer(stripnl=False, ensurenl=False), HtmlFormatter(nowrap=True))
    return tuple(Markup(line) for line in html.removesuffix("\n").split("\n"))  # noqa: S704 - Pygments escapes what it is given
