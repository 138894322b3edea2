"""Times beside the roofs of a card, in round numbers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from app.config import ROOT
from app.course.loader import load_course
from app.course.models import Case, Exercise, Work
from app.devices import Card, Peaks, RunResult, Times
from app.domain.verdict import Benchmark
from app.grading.benchmark import benchmark, bound_by, gbps, gflops, intensity, reached

ADD = load_course(ROOT).exercises["vector-add"]
CARD = Card(0, "GPU-0", "a card", "sm_90", 1 << 30, 1, "0", "13.0", reads_host=False)
PEAKS = Peaks(copy_gbps=1_000, float32_gflops=10_000, float64_gflops=5_000)
CASE = Case("large", {name: np.zeros(1_000_000, np.float32) for name in ("a", "b", "out")}, (1,), (1,))


def times(median: float, error: float = 0.0) -> Times:
    return Times(median, median, median, 9, error)


def measured(median: float, work: Work, error: float = 0.0) -> Benchmark:
    exercise: Exercise = replace(ADD, work=work)
    made = benchmark(exercise, CASE, RunResult("ok", times=times(median, error), card=CARD, peaks=PEAKS))
    assert made is not None
    return made


def test_memory_bound_work_is_held_against_the_bandwidth() -> None:
    made = measured(24.0, Work("3 * out.nbytes", "out.size"))
    assert (gbps(made), gflops(made), bound_by(made)) == (500.0, pytest.approx(1e3 / 24), "memory")
    assert intensity(made) == pytest.approx(1 / 12)
    assert reached(made) == 0.5


def test_compute_bound_work_is_held_against_the_operations() -> None:
    made = measured(40.0, Work("out.nbytes", "100 * out.size"))
    assert (gflops(made), bound_by(made), reached(made)) == (2_500.0, "compute", 0.25)
    wide = measured(40.0, Work("out.nbytes", "100 * out.size", "float64"))
    assert (wide.peak_gflops, reached(wide)) == (5_000, 0.5)


def test_work_of_one_kind_has_one_roof() -> None:
    assert bound_by(measured(40.0, Work(bytes="out.nbytes"))) == "memory"
    assert bound_by(measured(200.0, Work(flops="out.size"))) == "compute"
    assert intensity(measured(40.0, Work(bytes="out.nbytes"))) is None


@pytest.mark.parametrize(
    ("median", "error", "withheld"),
    [(12.0, 0, False), (11.5, 0, False), (11.0, 0, True), (11, 0.02, False), (6, 0.02, True)],
)
def test_a_time_above_the_roof_is_withheld_beyond_its_spread(median: float, error: float, withheld: bool) -> None:
    made = measured(median, Work("3 * out.nbytes", "out.size"), error)
    assert made.withheld is withheld
    assert (gbps(made) is None) is withheld
    assert made.bytes == 12_000_000


def test_there_is_no_benchmark_of_what_was_not_measured_or_states_no_work() -> None:
    run = RunResult("ok", times=times(1.0), card=CARD, peaks=PEAKS)
    assert benchmark(replace(ADD, work=None), CASE, run) is None
    stated = replace(ADD, work=Work(flops="out.size"))
    assert benchmark(stated, CASE, replace(run, times=None)) is None
    assert benchmark(stated, CASE, replace(run, peaks=None)) is None
