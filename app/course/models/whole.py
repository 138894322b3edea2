"""A course: its lessons and exercises, and what lies beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.course.models.exercise import Exercise
from app.course.models.fault import Fault
from app.course.models.lesson import Lesson


@dataclass(frozen=True, slots=True)
class Term:
    """Of the glossary. `lesson` is the slug of the one that teaches it, `names` how other languages say it."""

    id: str
    term: str
    definition: str  # HTML
    lesson: str
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Track:
    """Lessons that belong together, by their slugs and in their order."""

    id: str
    title: str
    summary: str
    lessons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Course:
    lessons: Mapping[str, Lesson]  # in the order of their numbers
    exercises: Mapping[str, Exercise]
    faults: tuple[Fault, ...] = field(default=())
    withdrawn: Mapping[str, tuple[Fault, ...]] = field(default_factory=dict)  # slug → what a site leaves it out for
    glossary: Mapping[str, Term] = field(default_factory=dict)
    tracks: tuple[Track, ...] = ()  # none where the lessons are one row
    papers: Mapping[str, Lesson] = field(default_factory=dict)  # "placement" and "inventory", where they are
