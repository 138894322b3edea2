"""The cards of the terms that a page links to, so that its reader need not leave it to look one up.

A link stays a link. Each card holds what the glossary says, so the page needs no further request, and a term that a
card names has a card too. Two pages have none: the glossary, where all of it is, and the map, which names every term
and so would carry the whole glossary.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from app.course.models import Course, Lesson, Term

_LINK = re.compile(r'<a href="/glossary#([a-z0-9-]+)"')  # not with a class in front, as a card leads to the glossary
_WITHOUT = ("/glossary", "/map")


@dataclass(frozen=True, slots=True)
class Card:
    """`lesson` teaches the term, none while it cannot be read; `here`: it is the page."""

    term: Term
    lesson: Lesson | None
    here: bool


def with_cards(html: str, course: Course, path: str, render: Callable[[list[Card]], str]) -> str:
    """A page or a fragment with a card for each term that it links to, and links that say which text describes them."""
    cards = [] if path in _WITHOUT else [_card(term, course, path) for term in _terms(html, course)]
    if not cards:
        return html
    page, end, rest = html.rpartition("</body>")
    whole = "".join((page, render(cards), end, rest)) if end else html + render(cards)
    return _described(whole, {card.term.id for card in cards})


def _terms(html: str, course: Course) -> Iterator[Term]:
    """What is linked to, and what that links to, in the order of the page."""
    waiting = list(dict.fromkeys(_LINK.findall(html)))
    found = set(waiting)
    for id_ in waiting:  # which grows on the way
        term = course.glossary.get(id_)
        if term is None:
            continue
        yield term
        further = [other for other in dict.fromkeys(_LINK.findall(term.definition)) if other not in found]
        waiting += further
        found.update(further)


def _card(term: Term, course: Course, path: str) -> Card:
    lesson = course.lessons.get(term.lesson)
    own = f"/lessons/{term.lesson}"
    return Card(term, lesson, here=path == own or path.startswith(f"{own}/"))


def _described(html: str, ids: Collection[str]) -> str:
    def described(link: re.Match[str]) -> str:
        return f'{link[0]} aria-describedby="term:{link[1]}:is"' if link[1] in ids else link[0]

    return _LINK.sub(described, html)
