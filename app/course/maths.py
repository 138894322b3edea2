"""LaTeX to MathML, on the server."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from latex2mathml.converter import convert

MOST_CHARACTERS = 2_000
BARE = re.compile(r"&amp;|&(?![#\w]+;)")
PAIRS = ("mfrac", "mroot", "msub", "msup", "munder", "mover")
MATHML = "{http://www.w3.org/1998/Math/MathML}"
CHILDREN = {f"{MATHML}{name}": 2 for name in PAIRS} | {f"{MATHML}msubsup": 3, f"{MATHML}munderover": 3}


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
    if BARE.search(mathml):
        raise MathsError("the formula would show a bare `&`: use align, cases or pmatrix instead of aligned")
    if "\\" in mathml or "&#x0005C;" in mathml:
        raise MathsError("the formula has a command that is not known")
    if 'style="' in mathml:
        raise MathsError("the formula needs inline styles, which the site does not allow")
    _check_arguments(mathml)
    # One that is wider than its column scrolls, and has to by keyboard too.
    return mathml.replace("<math ", '<math tabindex="0" ', 1) if display else mathml


def _check_arguments(mathml: str) -> None:
    try:
        root = ET.fromstring(mathml)  # noqa: S314 - our own converter wrote it
    except ET.ParseError as error:
        raise MathsError(f"the formula cannot be shown: {error}") from error
    for element in root.iter():
        if len(element) != CHILDREN.get(element.tag, len(element)):
            raise MathsError("the formula has a command that lacks an argument")
