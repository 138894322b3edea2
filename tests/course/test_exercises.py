"""Each kernel of the course on the interpreter, with the small cases: quick, and without the wall."""

from pathlib import Path

import numpy as np
import pytest

from app.course.loader import load_course
from app.course.models import Case, Direction, Exercise
from app.findings import Finding, Severity
from app.simt import Checks, Limits, launch

EXERCISES = load_course(Path(__file__).parents[2]).exercises
SMALL = 2_000


def small_cases(exercise: Exercise) -> list[Case]:
    cases = exercise.cases(np.random.default_rng(3))
    return [case for case in cases if all(np.size(value) <= SMALL for value in case.args.values())]


def run(exercise: Exercise, source: str, case: Case) -> tuple[bool, list[Finding]]:
    """Whether the outputs are right, and what was found."""
    args = {p.name: np.copy(case.args[p.name]) for p in exercise.parameters}
    outputs = tuple(p.name for p in exercise.parameters if p.direction is Direction.OUT)
    wanted = exercise.reference(**{name: value.copy() for name, value in args.items() if name not in outputs})
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
    return all(np.array_equal(args[name], value) for name, value in wanted.items()), report.findings


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


@pytest.mark.parametrize("slug", EXERCISES)
def test_starters_are_wrong(slug: str) -> None:
    exercise = EXERCISES[slug]
    assert not all(run(exercise, exercise.starter, case)[0] for case in small_cases(exercise))


def wrong() -> list[tuple[str, str, str, str]]:
    return [(slug, w.path.stem, w.source, w.expects) for slug, e in EXERCISES.items() for w in e.wrong]


@pytest.mark.parametrize(("slug", "name", "source", "expects"), wrong())
def test_wrong_kernels_get_what_they_declare(slug: str, name: str, source: str, expects: str) -> None:
    results = [run(EXERCISES[slug], source, case) for case in small_cases(EXERCISES[slug])]
    errors = {finding.kind.value for _, found in results for finding in found if finding.severity is Severity.ERROR}
    assert errors == ({expects} - {"wrong_answer"}), name
    if expects == "wrong_answer":
        assert not all(ok for ok, _ in results)
