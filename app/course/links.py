"""Whether what a course links to is there: lessons and their anchors, exercises, terms, pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.course.markdown import Link
from app.course.models import Fault

GLOSSARY = "/glossary"


@dataclass(frozen=True, slots=True)
class Targets:
    """What may be linked to. `anchors` is by lesson, `terms` None where any may be named, `pages` all else."""

    anchors: Mapping[str, frozenset[str]]
    exercises: frozenset[str]
    terms: frozenset[str] | None
    pages: frozenset[str]


def broken(links: Iterable[Link], targets: Targets) -> list[Fault]:
    """A fault for each link that leads nowhere."""
    return [
        Fault(link.path, link.line, link.column, f"the link leads nowhere: {why}")
        for link in links
        if (why := _nowhere(link, targets))
    ]


def _nowhere(link: Link, targets: Targets) -> str | None:
    """Why a link leads nowhere, or None."""
    page, _, anchor = link.target.partition("#")
    page = page.rstrip("/")
    if page.startswith("/exercises/"):
        slug = page.removeprefix("/exercises/")
        return None if slug in targets.exercises and not anchor else f"there is no exercise `{slug}`"
    if page and not page.startswith("/lessons/"):
        return _no_page(page, anchor, targets)
    slug = page.removeprefix("/lessons/") or _own(link.path)
    if slug not in targets.anchors or (page and f"/{slug}" in targets.pages):
        return f"there is no lesson `{slug}`"
    if anchor and anchor not in targets.anchors[slug]:
        return f"`{slug}` has no `#{anchor}`"
    return None


def _no_page(page: str, anchor: str, targets: Targets) -> str | None:
    if page not in targets.pages:
        return f"the course has no `{page}`"
    if page != GLOSSARY:
        return f"`{page}` has no `#{anchor}`" if anchor else None
    if anchor and targets.terms is not None and anchor not in targets.terms:
        return f"the glossary has no term `{anchor}`"
    return None


def _own(path: str) -> str:
    """The lesson that a file belongs to."""
    return path.split("/")[1]
