"""Every exercise's files by the real pipeline, on the interpreter alone and with a GPU: the same verdict."""

from pathlib import Path

import pytest

from app.cli.grader import silent
from app.course.loader import open_course
from app.domain.submission import Mode
from app.domain.verdict import Verdict
from app.findings import Severity

ROOT = Path(__file__).parents[2]
FILES = sorted(
    path
    for pattern in ("starter.py", "solution.py", "approaches/*.py", "wrong/*.py")
    for path in ROOT.glob(f"kernels/*/{pattern}")
)


@pytest.fixture(scope="session")
def exercises():
    return open_course(ROOT).exercises


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT / "kernels")))
def test_a_file_gets_the_same_verdict_with_and_without_a_gpu(graders, exercises, path):
    exercise = exercises[path.relative_to(ROOT / "kernels").parts[0]]
    alone, both = (grader.grade(exercise, path.read_bytes(), Mode.SUBMIT, silent) for grader in graders)
    assert essence(both) == essence(alone)
    assert both.device != alone.device or not both.cases or is_certain(alone, exercise.kind)


def essence(verdict: Verdict) -> dict[str, object]:
    """What a learner is told, without what a GPU adds: kind, errors with their lines, what was asked and missed."""
    errors = {(f.kind.value, f.line) for f in verdict.findings if f.severity is Severity.ERROR}
    missed = [one.name for one in verdict.requirements if not one.ok]
    return {"kind": verdict.kind, "errors": sorted(errors, key=str), "missed": missed}


def is_certain(alone: Verdict, kind: str) -> bool:
    """Whether the interpreter has found what ends a submission before a GPU is asked: of a program, that it fails."""
    if kind == "program":
        return not alone.passed
    return any(finding.severity is Severity.ERROR for finding in alone.findings)
