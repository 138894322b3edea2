"""Right kernels of the course on the interpreter, with the small cases: quick, and without the wall.

Starters, wrong kernels, launches and requirements need the whole pipeline; `gridstride check` has them in the second
stage.
"""

import copy

import numpy as np
import pytest

from app.course.models import Case, Direction, Exercise
from app.findings import Finding
from app.grading.compare import compare
from app.simt import Checks, Limits, launch
from tests.taught import taught

EXERCISES = {slug: exercise for slug, exercise in taught().exercises.items() if exercise.kind == "kernel"}
SMALL = 2_000


def small_cases(exercise: Exercise) -> list[Case]:
    cases = exercise.cases(np.random.default_rng(3))
    return [case for case in cases if all(np.size(value) <= SMALL for value in case.args.values())]


def run(exercise: Exercise, source: str, case: Case) -> tuple[bool, list[Finding]]:
    """Whether the outputs are right, and what was found."""
    args = {p.name: copy.copy(case.args[p.name]) for p in exercise.parameters}
    outputs = tuple(p.name for p in exercise.parameters if p.direction is Direction.OUT)
    wanted = exercise.reference(**{name: copy.copy(value) for name, value in args.items() if name not in outputs})
    for name in outputs:
        args[name].view(np.uint8)[...] = 0xA5  # zeros could be right by chance
    report = launch(
        source,
        exercise.entry,
        grid=case.grid,
        block=case.block,
        args=list(args.values()),
        checks=Checks.all(),
        limits=Limits(steps=exercise.budget.steps),
        outputs=outputs,
    )
    right = (compare(value, args[name], exercise.tolerance) is None for name, value in wanted.items())
    return all(right), report.findings


def right() -> list[tuple[str, str, str]]:
    return [
        (slug, name, source)
        for slug, exercise in EXERCISES.items()
        for name, source in (("solution", exercise.solution), *exercise.approaches)
    ]


@pytest.mark.parametrize(("slug", "name", "source"), right())
def test_solutions_and_approaches_are_right_and_clean(slug: str, name: str, source: str) -> None:
    for case in small_cases(EXERCISES[slug]):
        assert run(EXERCISES[slug], source, case) == (True, []), (name, case.name)
