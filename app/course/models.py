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
ExerciseKind = Literal["kernel", "launch", "program"]


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
    TEXT = "text"
    MATCH = "match"
    ORDER = "order"  # blocks of code, assembled and run
    PREDICT = "predict"  # what a program prints; `gridstride check` runs it to prove the key
    LAUNCH = "launch"  # a grid and a block, really run


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
class Choices:
    """The key of `single` and `multiple`, and of a `predict` with options."""

    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class TextTrap:
    """A wrong answer in words that many give, and what to say to it."""

    text: str
    feedback: str


@dataclass(frozen=True, slots=True)
class TextKey:
    """`accepted` and the traps are compared without case, outer spaces and a closing `()`."""

    accepted: tuple[str, ...]
    feedback: str  # for a right answer
    otherwise: str  # for a wrong one that is no trap
    traps: tuple[TextTrap, ...] = ()


@dataclass(frozen=True, slots=True)
class Pair:
    """What is on the left, and the key of what belongs to it on the right."""

    key: str
    html: str
    right: str
    feedback: str  # HTML; said once the question is answered


@dataclass(frozen=True, slots=True)
class Choice:
    key: str
    html: str
    text: str  # for a <select>, which holds no HTML
    feedback: str = ""  # HTML; of a choice that belongs to no pair, said where it was chosen


@dataclass(frozen=True, slots=True)
class MatchKey:
    pairs: tuple[Pair, ...]
    choices: tuple[Choice, ...]  # all that stands on the right, distractors too, in an order that tells nothing


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of code that move together. `code` keeps its indentation and ends with a newline."""

    key: str
    code: str
    html: str


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What to say to a verdict: by the kind of a finding or of the verdict, else `right` or `otherwise`. HTML."""

    right: str
    otherwise: str
    by_kind: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OrderKey:
    """Blocks to put in order; what is assembled is graded as a submission to `exercise` (kind `kernel`)."""

    exercise: str
    given: Block | None  # stands above the others and does not move, such as the imports
    blocks: tuple[Block, ...]  # distractors too, in an order that tells nothing
    solution: tuple[str, ...]  # keys in an order that passes; the course check proves it
    outcomes: Outcomes


@dataclass(frozen=True, slots=True)
class LaunchKey:
    """Grid and block to choose; they are run as a submission to `exercise` (kind `launch`), visible cases alone."""

    exercise: str
    dims: int  # how many numbers grid and block have, 1 to 3
    outcomes: Outcomes


Key = Choices | NumericKey | TextKey | MatchKey | OrderKey | LaunchKey


@dataclass(frozen=True, slots=True)
class Program:
    """What a `predict` question shows: `source` is run by the course check, and prints the right answer."""

    source: str
    line: int  # of its first line in the lesson
    prints: str = ""  # as the right option says it; empty where the key is a number
    finding: str = ""  # the kind of finding that the program is there to show


@dataclass(frozen=True, slots=True)
class Question:
    id: str
    type: QuestionType
    prompt: str  # HTML
    key: Key
    hints: tuple[str, ...]
    version: str  # hash of the meaning: a typo fix in the prompt keeps progress
    line: int
    program: Program | None = None  # of a `predict` question
    concept: str = ""  # the id of the term that it asks for; required in a paper

    @property
    def options(self) -> tuple[Option, ...]:
        return self.key.options if isinstance(self.key, Choices) else ()

    @property
    def exercise(self) -> str | None:
        """The exercise whose run marks the answer; None where no run is needed."""
        return self.key.exercise if isinstance(self.key, OrderKey | LaunchKey) else None


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


class Direction(StrEnum):
    IN = "in"
    OUT = "out"  # holds nothing before the launch
    INOUT = "inout"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A kernel parameter. `ndim` 0 is a scalar. `dtype` is a NumPy name such as "float32", or "record"."""

    name: str
    direction: Direction
    dtype: str
    ndim: int
    times: str = ""  # of a result: the kernel whose microseconds it is, or "copy"


@dataclass(frozen=True, slots=True)
class Case:
    """One launch: what `cases(rng)` yields. `args` holds inputs, and outputs as arrays of their shape.

    In an exercise of kind `launch`, grid and block are empty: the learner gives them, from the numbers in `sizes`. So
    they are in one of kind `program`, where `args` are the arguments of its entry.
    """

    name: str
    args: Mapping[str, ArgumentValue]
    grid: Dims = ()
    block: Dims = ()
    visible: bool = False
    shared_bytes: int = 0
    sizes: Mapping[str, int] = field(default_factory=dict)


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
    calls: int = 5_000  # of a host program to its device


@dataclass(frozen=True, slots=True)
class Requirement:
    """Such as `sector_efficiency >= 0.9`."""

    name: str
    op: Literal[">=", "<=", "=="]
    value: float

    def __str__(self) -> str:
        return f"{self.name} {self.op} {self.value:.12g}"


@dataclass(frozen=True, slots=True)
class Work:
    """What an exercise's cases have a kernel do, by which its times are judged: expressions as app.course.work reads
    them, "" where it is not stated."""

    bytes: str = ""
    flops: str = ""
    precision: Literal["float32", "float64"] = "float32"

    @property
    def stated(self) -> Mapping[str, str]:
        return {key: text for key, text in (("bytes", self.bytes), ("flops", self.flops)) if text}


@dataclass(frozen=True, slots=True)
class Reel:
    """How many steps a film has, of which every so-many-th is drawn, and step 0."""

    steps: int
    every: int

    @property
    def frames(self) -> int:
        return self.steps // self.every + 1


@dataclass(frozen=True, slots=True)
class Film:
    """What a learner's kernel draws once it passes: see app.course.film. `large` is the one for a GPU."""

    small: Reel
    large: Reel
    carry: Mapping[str, str]  # output → the parameter that it is in the next step
    scale: float
    signed: bool  # whether there are values below 0
    numbers: tuple[str, ...]
    seconds: float  # after which the interpreter ends it where it is

    def reel(self, large: bool) -> Reel:
        return self.large if large else self.small


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
    film: Mapping[str, str] = field(default_factory=dict)  # what its picture and the numbers beside it are called


def _no_scene(large: bool) -> Case:
    raise ValueError(f"this exercise draws nothing: there is no scene({large})")


def _no_frame(**arguments: object) -> tuple[np.ndarray, Mapping[str, float]]:
    raise ValueError(f"this exercise draws nothing: there is no frame({', '.join(arguments)})")


@dataclass(frozen=True, slots=True)
class Exercise:
    slug: str
    kind: ExerciseKind
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
    sizes: tuple[str, ...] = ()  # kind `launch`: the names from which grid and block are worked out
    kernel: str = ""  # kind `launch`: the kernel that is launched, which the learner reads and cannot change
    work: Work | None = None  # where there is one, a GPU measures the last case
    results: tuple[Parameter, ...] = ()  # kind `program`: what the entry returns, in order; `parameters` are its own
    film: Film | None = None
    scene: Callable[[bool], Case] = _no_scene  # what a film begins with, of the size for the interpreter or for a GPU
    frame: Callable[..., tuple[np.ndarray, Mapping[str, float]]] = _no_frame  # arguments by name → picture, numbers

    @property
    def outputs(self) -> tuple[str, ...]:
        """What is compared, by name: arguments that are written, and what a program returns."""
        return tuple(p.name for p in (*self.parameters, *self.results) if p.direction is not Direction.IN)

    @property
    def empty(self) -> tuple[str, ...]:
        """The outputs that hold nothing before the launch."""
        return tuple(p.name for p in self.parameters if p.direction is Direction.OUT)

    def text(self, lang: str) -> ExerciseText:
        return self.texts.get(lang) or self.texts["en"]


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
