"""Lessons and papers, as parts in the order in which they are read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.course.models.question import Question


@dataclass(frozen=True, slots=True)
class Prose:
    html: str


@dataclass(frozen=True, slots=True)
class QuestionPart:
    question: Question


@dataclass(frozen=True, slots=True)
class ExercisePart:
    slug: str


@dataclass(frozen=True, slots=True)
class ExplorablePart:
    """An interactive picture, `<explorable-NAME>`. `html` is what it shows without JavaScript."""

    name: str
    html: str


Part = Prose | QuestionPart | ExercisePart | ExplorablePart


@dataclass(frozen=True, slots=True)
class Heading:
    id: str
    text: str
    level: int


@dataclass(frozen=True, slots=True)
class Lesson:
    """Or a paper, whose slug is its name and whose number is 0."""

    slug: str  # "03-threads-blocks-grids"
    number: int
    lang: str
    title: str
    summary: str
    goals: tuple[str, ...]  # HTML
    minutes: int
    parts: tuple[Part, ...]
    headings: tuple[Heading, ...]
    sources: tuple[str, ...]
    path: Path
    reading: tuple[str, ...] = ()  # HTML: what to read next

    @property
    def questions(self) -> tuple[Question, ...]:
        return tuple(part.question for part in self.parts if isinstance(part, QuestionPart))

    @property
    def exercises(self) -> tuple[str, ...]:
        return tuple(part.slug for part in self.parts if isinstance(part, ExercisePart))

    def question(self, id_: str) -> Question | None:
        return next((q for q in self.questions if q.id == id_), None)
