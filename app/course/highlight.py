"""Source code to HTML with classes, on the server."""

from __future__ import annotations

from html import escape

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound


class LanguageError(ValueError):
    """There is no such language; the message names it."""


def to_html(code: str, language: str) -> str:
    """A `<div class="highlight">` whose classes are Pygments' short ones. Raises LanguageError."""
    try:
        lexer = get_lexer_by_name(language, stripnl=False)
    except ClassNotFound:
        raise LanguageError(f"there is no language `{language}` for code; `text` is plain") from None
    spans = highlight(code, lexer, HtmlFormatter(nowrap=True))
    return (
        '<div class="highlight" translate="no"><pre tabindex="0">'
        f'<code class="language-{escape(language)}">{spans}</code></pre></div>\n'
    )
