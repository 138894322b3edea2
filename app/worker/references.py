"""Cases and their right outputs: made once an exercise version from a secret seed, never outside the worker."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from app.course.models import Case, Direction, Exercise
from app.devices import Argument
from app.errors import InfrastructureError
from app.grading import poison


@dataclass(frozen=True, slots=True)
class Prepared:
    """A case, its expected outputs by name, and the arguments of its entry in order. Nobody may change any of them.

    Outputs that hold nothing before the launch are poisoned in the arguments. `index` is its place among all cases.
    """

    case: Case
    expected: Mapping[str, np.ndarray]
    arguments: tuple[Argument, ...] = ()
    index: int = 0


class References:
    """`seed` is drawn anew for each process, so that no source can hold the answers to the hidden cases."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed = secrets.randbits(128) if seed is None else seed
        self._prepared: dict[str, tuple[str, tuple[Prepared, ...]]] = {}

    def of(self, exercise: Exercise) -> tuple[Prepared, ...]:
        """All cases of the exercise, visible ones first. Kept until the exercise's version changes.

        Raises InfrastructureError where the exercise's own code fails.
        """
        version, prepared = self._prepared.get(exercise.slug, ("", ()))
        if version != exercise.version:
            try:
                prepared = self._prepare(exercise)
            except Exception as error:  # its author's code may raise anything, and none of it is the learner's doing
                said = f"{type(error).__name__}: {error}"
                raise InfrastructureError(f"the exercise {exercise.slug!r} has no answers: {said}") from error
            self._prepared[exercise.slug] = (exercise.version, prepared)
        return prepared

    def _prepare(self, exercise: Exercise) -> tuple[Prepared, ...]:
        cases = sorted(exercise.cases(np.random.default_rng(self._seed)), key=lambda case: not case.visible)
        return tuple(
            Prepared(case, _expected(exercise, case), tuple(_arguments(exercise, case)), index)
            for index, case in enumerate(cases)
        )


def _expected(exercise: Exercise, case: Case) -> dict[str, np.ndarray]:
    inputs = {p.name: _copied(case.args[p.name]) for p in exercise.parameters if p.direction is not Direction.OUT}
    made = exercise.reference(**inputs)
    # The reference computes in whatever width it likes; a kernel stores in its output's dtype.
    outputs = {p.name: _array(case, p.name).dtype for p in exercise.parameters if p.direction is not Direction.IN}
    results = {r.name: np.asarray(made[r.name]).dtype if r.dtype == "record" else r.dtype for r in exercise.results}
    return {name: np.asarray(made[name]).astype(dtype) for name, dtype in (outputs | results).items()}


def _arguments(exercise: Exercise, case: Case) -> Iterator[Argument]:
    for parameter in exercise.parameters:
        name, empty = parameter.name, parameter.direction is Direction.OUT
        value = poison.poisoned(_array(case, name)) if empty else case.args[name]
        yield Argument(name, value, is_output=parameter.direction is not Direction.IN, holds_input=not empty)


def _array(case: Case, name: str) -> np.ndarray:
    value = case.args[name]
    if not isinstance(value, np.ndarray):
        raise TypeError(f"case {case.name!r}: output {name!r} is no array")
    return value


def _copied(value: object) -> object:
    return value.copy() if isinstance(value, np.ndarray) else value
