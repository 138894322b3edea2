"""Questions, their keys, and what is said to each answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


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
