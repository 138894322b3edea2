"""Two devices that judge, and what a check says where they differ."""

from __future__ import annotations

import pytest

from app.cli.agreeing import Agreeing, differences
from app.domain.verdict import Benchmark, Message, Verdict, VerdictKind
from app.findings import Finding, Kind, Severity
from tests.taught import taught

ADD = taught().exercises["vector-add"]
BENCHMARK = Benchmark(
    case="large", card="a card", median_us=None, low_us=None, high_us=None, repeats=9, peak_gbps=1, peak_gflops=1
)


def verdict(kind: VerdictKind, *errors: Kind, device: str = "simt", benchmark: Benchmark | None = None) -> Verdict:
    findings = tuple(Finding(error, Severity.ERROR, 3, error.value) for error in errors)
    return Verdict(kind=kind, device=device, message=Message(key="m"), findings=findings, benchmark=benchmark)


PASSED, FAULT = VerdictKind.PASSED, VerdictKind.FAULT


@pytest.mark.parametrize(
    ("here", "there"),
    [
        (verdict(PASSED), verdict(PASSED, device="a card")),
        (verdict(FAULT, Kind.DATA_RACE), verdict(FAULT, Kind.DATA_RACE, Kind.DATA_RACE)),
    ],
)
def test_the_same_verdict_is_no_difference_whatever_the_device(here: Verdict, there: Verdict) -> None:
    assert differences(here, there) == []


@pytest.mark.parametrize(
    ("here", "there", "said"),
    [
        (verdict(FAULT, Kind.DATA_RACE), verdict(PASSED, device="a card"), "fault (data_race) from the interpreter"),
        (verdict(FAULT, Kind.DATA_RACE), verdict(FAULT, Kind.OUT_OF_BOUNDS), "fault (out_of_bounds) where there is a"),
    ],
)
def test_a_difference_is_one_sentence_that_names_both(here: Verdict, there: Verdict, said: str) -> None:
    (sentence,) = differences(here, there)
    assert said in sentence


def test_a_difference_is_a_fault_of_the_file_and_told_once() -> None:
    agreeing = Agreeing(lambda exercise, source: verdict(PASSED), lambda exercise, source: verdict(FAULT))
    for source in (ADD.wrong[0].source, ADD.wrong[0].source, ADD.starter):
        assert agreeing(ADD, source).passed
    names = [fault.path for fault in agreeing.faults()]
    assert names == [f"kernels/vector-add/wrong/{ADD.wrong[0].path.name}", "kernels/vector-add/starter.py"]
    assert agreeing.faults() == []


def test_a_solution_that_is_too_fast_to_be_true_is_its_author_s_to_mend() -> None:
    fast = verdict(PASSED, benchmark=BENCHMARK)
    agreeing = Agreeing(lambda exercise, source: verdict(PASSED), lambda exercise, source: fast)
    agreeing(ADD, ADD.solution)
    (fault,) = agreeing.faults()
    assert "above the roofline" in fault.message
