"""What an exercise asks of a program's calls, by hand-made records."""

from dataclasses import replace

import pytest

from app.course.manifest import PROGRAM_METRICS
from app.course.models import Requirement
from app.devices.program import Call
from app.grading.calls import METRICS, MOST_CALLS, judge_calls, overlap, timeline


def call(action: str, line: int, start: float, end: float, **facts: object) -> Call:
    made = Call(action, line, **facts)  # type: ignore[arg-type]  # names of fields, as each test gives them
    return replace(made, modelled_start_us=start, modelled_end_us=end)


CALLS = [
    call("alloc", 1, 0, 20, handle=1, bytes=400),
    call("copy_in", 2, 20, 30, bytes=400, stream=1),
    call("launch", 3, 30, 40, stream=1),
    call("copy_in", 2, 32, 52, bytes=300, stream=2, implicit=True),
    call("launch", 4, 52, 55, stream=0),
    call("copy_out", 5, 54, 64, bytes=200, stream=1),
    call("synchronize", 6, 64, 66),
    call("alloc", 7, 66, 86, handle=2, bytes=40),
    call("free", 8, 86, 106, handle=1, bytes=400),
]


@pytest.mark.parametrize(
    ("name", "got", "lines"),
    [
        ("copies_to_device", 2, (2,)),
        ("copies_to_host", 1, (5,)),
        ("implicit_copies", 1, (2,)),
        ("bytes_to_device", 700, (2,)),
        ("bytes_to_host", 200, (5,)),
        ("launches", 2, (3, 4)),
        ("left_allocated", 40, (7,)),
        ("streams", 2, (4,)),
        ("synchronizations", 1, (6,)),
        ("overlap", 0.225, (2,)),
    ],
)
def test_calls_are_counted_and_their_lines_told(name: str, got: float, lines: tuple[int, ...]) -> None:
    missed = judge_calls(Requirement(name, "==", 12_345), CALLS)
    assert (missed.got, missed.ok, missed.lines, missed.wanted) == (got, False, lines, f"{name} == 12345")
    met = judge_calls(Requirement(name, "==", got), CALLS)
    assert (met.ok, met.lines) == (True, ())


def test_authors_can_ask_for_all_that_is_counted() -> None:
    assert set(METRICS) == PROGRAM_METRICS


def test_overlap_is_the_share_of_the_copies_time() -> None:
    copy, kernel = call("copy_in", 1, 0, 10), call("launch", 2, 5, 100)
    assert overlap([copy, kernel]) == 0.5
    assert overlap([copy, kernel, call("copy_out", 3, 20, 30)]) == 0.75
    assert overlap([kernel]) == 0.0


def test_the_line_that_takes_longest_is_told_first() -> None:
    calls = [call("copy_in", 1, 0, 1), call("copy_in", 2, 1, 9), call("copy_in", 1, 9, 10)]
    assert judge_calls(Requirement("copies_to_device", "<=", 1), calls).lines == (2, 1)


def test_a_timeline_is_cut_and_says_how_much_is_left_out() -> None:
    made = timeline("ten", [*CALLS, *[CALLS[1]] * MOST_CALLS])
    assert (made.case, made.measured, len(made.calls), made.left_out) == ("ten", False, MOST_CALLS, len(CALLS))
    assert (made.calls[2].action, made.calls[2].line, made.calls[2].end_us) == ("launch", 3, 40)
