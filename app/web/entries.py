"""Exercises as lists of them show them."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from app.domain.learner import Learner
from app.web.progress import Begun
from app.web.site import Site
from app.web.visitors import Visitor


@dataclass(frozen=True, slots=True)
class ExerciseEntry:
    slug: str
    lang: str
    title: str
    state: Begun


def entries_of(
    site: Site, visitor: Visitor, learner: Learner | None, passed: AbstractSet[str]
) -> dict[str, ExerciseEntry]:
    """Every exercise, by slug, with how far the learner is."""
    tried = site.history.tried(learner) if learner is not None else set()
    entries = {}
    for slug, exercise in site.course.exercises.items():
        text = exercise.text(visitor.lang)
        state: Begun = "done" if slug in passed else "begun" if slug in tried else "new"
        entries[slug] = ExerciseEntry(slug, text.lang, text.title, state)
    return entries


def practising(site: Site, entries: dict[str, ExerciseEntry]) -> dict[str, list[ExerciseEntry]]:
    """The exercises that practise a concept, by its id and in the order of the lessons."""
    placed = [slug for lesson in site.course.lessons.values() for slug in lesson.exercises]
    order = {slug: place for place, slug in enumerate(placed)}
    found: dict[str, list[ExerciseEntry]] = {}
    for slug in sorted(site.course.exercises, key=lambda slug: (order.get(slug, len(order)), slug)):
        for concept in site.course.exercises[slug].concepts:
            found.setdefault(concept, []).append(entries[slug])
    return found
