"""Exercises: what is asked, the cases and budgets it is judged by, and what a kernel that passes draws."""

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
