"""Lessons, questions and exercises as the rest of Gridstride sees them: frozen, rendered, proved elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Literal

import numpy as np

ArgumentValue = np.ndarray | np.generic | int | float | bool | complex
Dims = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """What an author has to mend. `line` and `column` are 1-based; 0 where a file as a whole is meant."""

    path: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.message}"


class QuestionType(StrEnum):
    SINGLE = "single"
    MULTIPLE = "multiple"
    NUMERIC = "numeric"


@dataclass(frozen=True, slots=True)
class Option:
    key: str  # stable under re-ordering: a short hash of the option's meaning
    html: str
    correct: bool
    feedback: str  # HTML, never empty


@dataclass(frozen=True, slots=True)
class Trap:
    """A wrong number that many give, and what to say to it."""

    value: float
    feedback: str


@dataclass(frozen=True, slots=True)
class NumericKey:
    value: float
    tolerance: float
    unit: str
    feedback: str  # for the right answer
    otherwise: str  # for a wrong one that is no trap
    traps: tuple[Trap, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    id: str
    type: QuestionType
    prompt: str  # HTML
    options: tuple[Option, ...]  # empty for numeric
    numeric: NumericKey | None
    hints: tuple[str, ...]
    version: str  # hash of the meaning: a typo fix in the prompt keeps progress
    line: int


@dataclass(frozen=True, slots=True)
class Prose:
    html: str


@dataclass(frozen=True, slots=True)
class QuestionPart:
    question: Question


@dataclass(frozen=True, slots=True)
class ExercisePart:
    slug: str


Part = Prose | QuestionPart | ExercisePart


@dataclass(frozen=True, slots=True)
class Heading:
    id: str
    text: str
    level: int


@dataclass(frozen=True, slots=True)
class Lesson:
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

    @property
    def questions(self) -> tuple[Question, ...]:
        return tuple(part.question for part in self.parts if isinstance(part, QuestionPart))

    @property
    def exercises(self) -> tuple[str, ...]:
        return tuple(part.slug for part in self.parts if isinstance(part, ExercisePart))

    def question(self, id_: str) -> Question | None:
        return next((q for q in self.questions if q.id == id_), None)


class Direction(StrEnum):
    IN = "in"
    OUT = "out"  # holds nothing before the launch
    INOUT = "inout"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A kernel parameter. `ndim` 0 is a scalar. `dtype` is a NumPy name such as "float32"."""

    name: str
    direction: Direction
    dtype: str
    ndim: int


@dataclass(frozen=True, slots=True)
class Case:
    """One launch: what `cases(rng)` yields. `args` holds inputs, and outputs as arrays of their shape."""

    name: str
    args: Mapping[str, ArgumentValue]
    grid: Dims
    block: Dims
    visible: bool = False
    shared_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Tolerance:
    rtol: float = 0.0
    atol: float = 0.0


@dataclass(frozen=True, slots=True)
class Budget:
    """What one case may cost: interpreter steps, seconds of wall time, bytes of memory."""

    steps: int = 200_000
    seconds: float = 10.0
    bytes: int = 2 << 30


@dataclass(frozen=True, slots=True)
class Requirement:
    """Such as `sector_efficiency >= 0.9`."""

    name: str
    op: Literal[">=", "<=", "=="]
    value: float

    def __str__(self) -> str:
        return f"{self.name} {self.op} {self.value:g}"


@dataclass(frozen=True, slots=True)
class WrongKernel:
    """A misunderstanding as code. `expects` is a finding's kind or a verdict's, as its first line declares."""

    path: Path
    source: str
    expects: str


@dataclass(frozen=True, slots=True)
class ExerciseText:
    lang: str
    title: str
    statement: str  # HTML
    hints: tuple[str, ...]  # HTML


@dataclass(frozen=True, slots=True)
class Exercise:
    slug: str
    kind: Literal["kernel"]
    entry: str
    parameters: tuple[Parameter, ...]
    tolerance: Tolerance
    budget: Budget
    concepts: tuple[str, ...]
    requirements: tuple[Requirement, ...]
    downgrade: frozenset[str]  # kinds of finding that are only a warning here
    starter: str
    solution: str
    approaches: tuple[tuple[str, str], ...]  # (name, source)
    wrong: tuple[WrongKernel, ...]
    texts: Mapping[str, ExerciseText]
    reference: Callable[..., Mapping[str, np.ndarray]]  # inputs by name → outputs by name
    cases: Callable[[np.random.Generator], list[Case]]
    owner: Mapping[str, str]  # output → how an element maps to a thread: "grid1d", "grid2d" (x is the last axis)
    version: str  # hash of everything that grading depends on
    path: Path

    @property
    def outputs(self) -> tuple[str, ...]:
        return tuple(p.name for p in self.parameters if p.direction is not Direction.IN)

    @property
    def empty(self) -> tuple[str, ...]:
        """The outputs that hold nothing before the launch."""
        return tuple(p.name for p in self.parameters if p.direction is Direction.OUT)

    def text(self, lang: str) -> ExerciseText:
        return self.texts.get(lang) or self.texts["en"]


@dataclass(frozen=True, slots=True)
class Course:
    lessons: Mapping[str, Lesson]  # in the order of their numbers
    exercises: Mapping[str, Exercise]
    faults: tuple[Fault, ...] = field(default=())
