"""A verdict on a terminal: what a GPU adds to it."""

from __future__ import annotations

from app.cli.verdicts import in_words, measured, written
from app.domain.verdict import Benchmark, Message, Occupancy, Verdict, VerdictKind
from app.grading.words import Words

BENCHMARK = Benchmark(
    case="large",
    card="a card",
    median_us=100.0,
    low_us=99.0,
    high_us=101.0,
    repeats=9,
    bytes=50_000_000,
    peak_gbps=1_000,
    peak_gflops=10_000,
)
OCCUPANCY = Occupancy(
    case="large",
    arch="sm_90",
    threads=128,
    warps=16,
    most_warps=64,
    blocks=4,
    fits={"registers": 16, "shared_memory": 4, "warps": 16, "blocks": 32},
    limited_by=("shared_memory",),
)
PASSED = Verdict(kind=VerdictKind.PASSED, device="a card", message=Message(key="verdict.passed"))


def told(**more: object) -> list[str]:
    return written(in_words(PASSED.model_copy(update=more), Words())).splitlines()[1:]


def test_a_time_is_told_with_its_spread_and_the_rates_of_stated_work() -> None:
    assert told(benchmark=BENCHMARK) == ["  large on a card: 100 µs (99 to 101, 9 repeats), 500 GB/s"]
    assert (measured(BENCHMARK)["reached"], measured(BENCHMARK)["bound_by"]) == (0.5, "memory")


def test_a_withheld_time_is_told_without_its_figures() -> None:
    withheld = BENCHMARK.model_copy(update={"median_us": None, "low_us": None, "high_us": None})
    (line,) = told(benchmark=withheld)
    assert "withheld" in line
    assert "100" not in line
    assert measured(withheld)["gbps"] is None


def test_occupancy_and_what_was_left_out_are_told() -> None:
    lines = told(occupancy=OCCUPANCY, unchecked=Message(key="unchecked.line", args={"line": 7}))
    assert "line 7" in lines[0]
    assert lines[1] == "  Occupancy in theory: 16 of 64 warps on sm_90, limited by shared memory"


def test_an_older_server_s_verdict_is_told_all_the_same() -> None:
    older = {"title": "Passed", "message": "All right.", "findings": [], "cases": [], "requirements": []}
    assert written(older) == "Passed: All right."
