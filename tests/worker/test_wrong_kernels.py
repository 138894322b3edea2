"""The course's wrong kernels on a host with a GPU, which by itself notices nothing but wrong outputs and hangs."""

from __future__ import annotations

import pytest

from app.course.check import wrong_faults
from app.course.models import Exercise, WrongKernel
from app.domain.submission import Mode
from app.domain.verdict import Verdict, VerdictKind
from app.findings import Kind
from app.grading.compilation import METRICS
from app.worker.pipeline import Grader
from app.worker.references import References
from tests.taught import taught
from tests.worker.standins import Interpreter, QuickCompiler, StandIn

COURSE = {slug: one for slug, one in taught().exercises.items() if one.kind != "program"}
FIRST = {"cover-a-vector", "reverse-block", "vector-add"}
NO_FAULTS = {VerdictKind.WRONG_ANSWER, VerdictKind.TOO_SLOW}  # which a GPU's outputs and the counts of a case tell
MANY = [pytest.param(slug, marks=() if slug in FIRST else pytest.mark.slow) for slug in sorted(COURSE)]


def graded(exercise: Exercise, source: str) -> tuple[Verdict, StandIn]:
    gpu = StandIn()
    grader = Grader(QuickCompiler(), Interpreter(), References(seed=1), gpu=gpu)
    return grader.grade(exercise, source, Mode.SUBMIT, lambda stage, args: None), gpu


def reaching(exercise: Exercise) -> list[WrongKernel]:
    """Those that a compiler takes, and whose fault is not in what it makes of them: the stand-in for one takes all."""
    asked = {one.name for one in exercise.requirements} & {*METRICS, "occupancy"}
    blind = {Kind.TYPING_ERROR.value, VerdictKind.TOO_SLOW.value if asked else ""}
    return [wrong for wrong in exercise.wrong if wrong.expects not in blind]


@pytest.mark.parametrize("slug", MANY)
def test_every_wrong_kernel_gets_what_it_declares_and_faults_reach_no_gpu(slug: str) -> None:
    for wrong in reaching(COURSE[slug]):
        made, gpu = graded(COURSE[slug], wrong.source)
        assert (wrong.path.stem, list(wrong_faults(wrong, made))) == (wrong.path.stem, [])
        assert made.kind in NO_FAULTS or gpu.ran == [], wrong.path.stem
