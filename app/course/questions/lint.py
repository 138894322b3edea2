"""What is surely wrong with the wording of options, whatever the question."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

CATCH_ALL = re.compile(
    r"(?:all|both|any|some|either|neither|none)(?: of)?(?: (?:the|these|those))?(?: other)?"
    r" (?:above|below|options|choices|answers)"
    r"|(?:all|both|none|neither) of (?:these|those)"
)
PLACES = re.compile(
    r"\b(?:first|second|third|fourth|fifth|last|previous|next) (?:option|choice|answer)s?\b"
    r"|\b(?:option|choice|answer)s? (?:above|below)\b|\b(?:option|choice|answer) [a-f]$"
    r"|\bthe (?:above|below)$"
)
POINTS = re.compile(  # in a reply, which stands under one option and may speak of others
    r"\b(?:first|second|third|fourth|fifth|last|previous|next) (?:option|choice)\b"
    r"|\b(?:[Oo]ption|[Cc]hoice|[Aa]nswer) (?:above|below|[A-F])\b"
)


def reply_faults(texts: Iterable[tuple[str, int]]) -> Iterator[tuple[str, int]]:
    """As `option_faults`, of what is said to answers: it may name an option by its words, and not by its place."""
    for text, line in texts:
        if POINTS.search(" ".join(text.split())):
            yield "feedback names no option by its place: places may change", line


def option_faults(options: Iterable[tuple[str, int]]) -> Iterator[tuple[str, int]]:
    """Sentence and line for each fault. `options` are as they read, with their lines."""
    seen: set[str] = set()
    for text, line in options:
        words = " ".join(text.split())
        lowered = words.lower().strip(".!")
        if words in seen:
            yield "this answer stands here twice", line
        elif CATCH_ALL.fullmatch(lowered):
            yield (
                "an option speaks for itself: say what it means instead of pointing at all or none of the others",
                line,
            )
        elif PLACES.search(lowered):
            yield "an option names no other by its place: places may change", line
        seen.add(words)
