"""A fault that only a large case has: the interpreter, which was not asked to run it, is asked then for the line."""

import time
from pathlib import Path

import pytest

from app.cli.grader import silent
from app.course.loader import open_course
from app.domain.submission import Mode
from app.domain.verdict import VerdictKind
from app.findings import Kind
from bench import served

pytestmark = pytest.mark.slow

LENGTHS = (1, 33, 1_000, 1 << 21)
BODY = """
from numba import cuda

@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]
    if out.size > 1_000 and i == 7:
        {fault}
"""
LINE = 10


@pytest.fixture(scope="module")
def exercise(tmp_path_factory: pytest.TempPathFactory):
    course: Path = served.course(tmp_path_factory.mktemp("course") / "course", LENGTHS)
    return open_course(course).exercises[served.EXERCISE]


@pytest.mark.parametrize("fault", ["out[i + (1 << 40)] = 1", "out[out.size + i] = 1", "b[b.size + 3] = a[0]"])
def test_the_line_of_a_fault_on_the_gpu_is_told(graders, exercise, fault):
    _, both = graders
    verdict = both.grade(exercise, BODY.format(fault=fault), Mode.SUBMIT, silent)
    assert verdict.kind is VerdictKind.FAULT
    assert [(found.kind, found.line) for found in verdict.findings] == [(Kind.OUT_OF_BOUNDS, LINE)]


def test_after_a_fault_the_next_submission_is_graded_within_two_seconds(graders, exercise):
    _, both = graders
    both.grade(exercise, BODY.format(fault="out[i + (1 << 40)] = 1"), Mode.SUBMIT, silent)
    began = time.monotonic()
    assert both.grade(exercise, BODY.format(fault="pass"), Mode.SUBMIT, silent).passed
    assert time.monotonic() - began < 2.0
