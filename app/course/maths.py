"""LaTeX to MathML, on the server."""

from __future__ import annotations

from latex2mathml.converter import convert

MOST_CHARACTERS = 2_000


class MathsError(ValueError):
    """The formula cannot be set; the message says why."""


def to_mathml(latex: str, *, display: bool) -> str:
    """MathML of a formula. Raises MathsError where it would show anything but maths."""
    if len(latex) > MOST_CHARACTERS:
        raise MathsError(f"the formula is longer than {MOST_CHARACTERS} characters")
    try:
        mathml: str = convert(latex, display="block" if display else "inline")
    except Exception as error:
        raise MathsError(f"the formula cannot be read: {error or type(error).__name__}") from error
    if "&amp;" in mathml:
        raise MathsError("the formula would show a bare `&`: use align, cases or pmatrix instead of aligned")
    if "\\" in mathml or "&#x0005C;" in mathml:
        raise MathsError("the formula has a command that is not known")
    if 'style="' in mathml:
        raise MathsError("the formula needs inline styles, which the site does not allow")
    return mathml
