import numpy as np
import pytest
from numpy.typing import NDArray

from app.course.launch import read_launch
from app.course.models import Budget, Case
from app.findings import Finding, Kind, Place, Plain, Severity
from app.grading import launch
from app.grading.words import Words

ARRAY = Case("a thousand", {}, sizes={"n": 1_000})
WORDS = Words()


def plan(text: str, case: Case = ARRAY) -> tuple[Case, tuple[Finding, ...]]:
    return launch.planned(read_launch(text, case.sizes), case, Budget(steps=1_000))


def written(shape: tuple[int, ...], *reached: slice) -> NDArray[np.uint32]:
    counts = np.zeros(shape, np.uint32)
    counts[reached] = 1
    return counts


def said(counts: NDArray[np.uint32], grid: tuple[int, ...], block: tuple[int, ...]) -> str | None:
    message = launch.unreached(counts, Case("", {}, grid, block))
    return None if message is None else WORDS.message(message)


def test_a_case_gets_the_grid_and_block_of_its_sizes() -> None:
    case, refused = plan("block = 256\ngrid = (n + 255) // 256")
    assert (case.grid, case.block, refused) == ((4,), (256,), ())


def test_a_launch_that_comes_to_nothing_is_not_run() -> None:
    case, (finding,) = plan("block = 2048\ngrid = n // block")
    assert (case.grid, finding.line, finding.message_key) == ((), 2, "launch_config.text.positive")


@pytest.mark.parametrize(
    "text", ["block = 1\ngrid = 1_000_000_000", "block = 1_024\ngrid = 1_001", "block = n\ngrid = n * n"]
)
def test_more_threads_than_the_budget_pays_for_are_not_started(text: str) -> None:
    _, (finding,) = plan(text)
    assert (finding.kind, finding.message_key) == (Kind.TIMEOUT, "timeout.launch")
    assert WORDS.finding(finding)[0].startswith("The launch starts")


def test_as_many_threads_as_the_budget_pays_for_are_started() -> None:
    assert plan("block = 1_024\ngrid = 1_000")[1] == ()


@pytest.mark.parametrize(("limit", "line"), [("threads per block", 1), ("blocks along x", 2)])
def test_what_the_device_refuses_is_told_at_the_learners_line(limit: str, line: int) -> None:
    text = "block = 2048\ngrid = 1"
    found = Finding(Kind.LAUNCH_CONFIG, Severity.ERROR, None, "launch_config.limit", {"limit": limit})
    assert launch.retold(read_launch(text, ()), ARRAY, [found])[0].line == line


@pytest.mark.parametrize(
    ("block", "key", "says"),
    [(256, "timeout.launch", "more than can be run"), (1, "timeout.launch.few", "so few threads, 8 × 1 = 8")],
)
def test_a_given_kernel_that_does_not_end_is_the_launchs_doing(block: int, key: str, says: str) -> None:
    spent = Finding(Kind.TIMEOUT, Severity.ERROR, 3, "timeout", {})
    case, _ = plan(f"block = {block}\n\ngrid = 8")
    (told,) = launch.retold(read_launch(f"block = {block}\n\ngrid = 8", ()), case, [spent])
    assert (told.line, told.message_key) == (3, key)
    assert says in WORDS.finding(told)[0]


@pytest.mark.parametrize("key", ["data_race.same_value", "data_race.same_value.one"])
def test_several_threads_for_one_element_are_an_error_of_the_launch(key: str) -> None:
    place = Place(8, (0, 0, 0), (0, 1, 0))
    args: dict[str, Plain] = {"at": "out[0]"}
    same = Finding(Kind.DATA_RACE, Severity.WARNING, 8, key, args, (0, 0, 0), (0, 0, 0), other=place)
    (told,) = launch.retold(read_launch("block = 1\ngrid = (8, 2)", ()), ARRAY, [same])
    assert told.severity is Severity.ERROR
    assert WORDS.finding(told)[0].endswith("thread 0 of block (0, 1) both write out[0].")


def test_a_block_that_is_too_large_is_left_to_the_device_to_refuse() -> None:
    assert plan("block = 1_000_000_000\ngrid = 1")[1] == ()


def test_other_findings_stay_as_they_are() -> None:
    found = Finding(Kind.OUT_OF_BOUNDS, Severity.ERROR, 7, "out_of_bounds.write", {})
    assert launch.retold(read_launch("grid = block = 1", ()), ARRAY, [found]) == (found,)


def test_coverage_counts_elements_and_joins_neighbours() -> None:
    made = launch.covered("out", np.array([[0, 0, 1], [1, 7, 2]], np.uint32))
    assert (made.shape, made.never, made.once, made.more) == ((2, 3), 2, 2, 2)
    assert made.runs == ((2, 0), (2, 1), (2, 2))


@pytest.mark.parametrize(("changes", "runs"), [(399, 400), (400, 0)])
def test_coverage_with_too_many_runs_has_none(changes: int, runs: int) -> None:
    made = launch.covered("out", (np.arange(changes + 1) % 2).astype(np.uint32))
    assert (len(made.runs), made.never + made.once) == (runs, changes + 1)


def test_coverage_of_nothing_is_nothing() -> None:
    made = launch.covered("out", np.zeros((0, 3), np.uint32))
    assert (made.never, made.once, made.more, made.runs) == (0, 0, 0, ())


def test_a_tail_that_no_thread_reached_is_named() -> None:
    assert said(written((1_000,), slice(768)), (3,), (256,)) == (
        "No thread reached the elements from 768 on: the threads are numbered 0 to 767, the elements 0 to 999."
    )


def test_rows_and_columns_that_no_thread_reached_are_named() -> None:
    rows = said(written((50, 20), slice(32)), (2, 2), (16, 16))
    columns = said(written((20, 50), slice(None), slice(32)), (2, 4), (16, 16))
    assert rows == "No thread reached the rows from 32 on: y runs from 0 to 31, and there are 50 rows."
    assert columns == "No thread reached the columns from 32 on: x runs from 0 to 31, and there are 50 columns."


def test_a_corner_that_alone_was_reached_is_named() -> None:
    told = said(written((50, 60), slice(32), slice(16)), (1, 2), (16, 16))
    assert told is not None
    assert told.startswith("No thread reached the rows from 32 on, nor the columns from 16 on")


def test_elements_here_and_there_are_counted() -> None:
    assert said(written((9,), slice(None, None, 2)), (9,), (1,)) == "No thread reached 4 of 9 elements."


@pytest.mark.parametrize("reached", [slice(0), slice(None)])
def test_nothing_is_said_where_all_or_none_were_reached(reached: slice) -> None:
    assert said(written((9,), reached), (1,), (9,)) is None
