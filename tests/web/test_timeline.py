"""The timeline of a host program: what overlaps is seen, and thousands of calls are no larger than a few."""

from __future__ import annotations

import pytest

from app.domain.verdict import Timeline, TimelineCall
from app.web.timeline import TimelineView, drawn
from tests.web import measured


def view(timeline: Timeline) -> TimelineView:
    return TimelineView(**dict(timeline))


def call(start: float, end: float, engine: str = "compute", stream: int = 0, line: int = 1) -> TimelineCall:
    fields = {"action": "launch", "line": line, "engine": engine, "start_us": start, "end_us": end, "stream": stream}
    return TimelineCall.model_validate(fields)


def of(*calls: TimelineCall) -> TimelineView:
    return TimelineView(case="c", measured=True, calls=calls)


def test_without_streams_a_row_is_an_engine():
    lanes = drawn(view(measured.plain())).lanes
    assert [(lane.engine, lane.stream) for lane in lanes] == [
        ("host", None),
        ("copy_in", None),
        ("compute", None),
        ("copy_out", None),
    ]


def test_with_streams_a_row_is_a_stream():
    made = drawn(view(measured.overlapping()))
    assert [(lane.engine, lane.stream) for lane in made.lanes] == [("host", None), ("compute", 1), ("compute", 2)]
    assert len(made.rows) == len(measured.overlapping().calls)


def test_bars_lie_where_their_calls_are_in_time():
    made = drawn(of(call(0, 250), call(500, 1000)))
    first, second = made.lanes[0].bars
    width = made.right - made.left
    assert (first.x, first.width) == (made.left, pytest.approx(width / 4))
    assert second.x == pytest.approx(made.left + width / 2)
    assert second.x + second.width == pytest.approx(made.right)


def test_overlap_is_the_time_in_which_two_engines_work():
    assert of(call(0, 100, "copy_in"), call(60, 130), call(120, 150, "copy_out")).overlap_us == 50
    assert of(call(0, 100, "copy_in"), call(100, 130)).overlap_us == 0
    assert of(call(0, 100, stream=1), call(50, 150, stream=2)).overlap_us == 0  # one engine, whatever the streams


def test_an_engine_is_busy_once_at_a_time():
    busy = of(call(0, 100), call(50, 150), call(200, 210, "copy_in")).busy_us
    assert (busy["compute"], busy["copy_in"], busy["host"]) == (150, 10, 0)


def test_thousands_of_calls_become_few_bars_and_rows():
    made = drawn(view(measured.many(5000)))
    assert sum(len(lane.bars) for lane in made.lanes) <= 320
    assert sum(len(bar.calls) for lane in made.lanes for bar in lane.bars) == 5000
    assert [(row.call.action, row.count) for row in made.rows] == [
        ("copy_in", 1250),
        ("launch", 1250),
        ("copy_out", 1250),
        ("synchronize", 1250),
    ]
    assert made.merged
    assert made.grouped


def test_many_lines_fill_a_table_only_so_far():
    made = drawn(of(*(call(number, number + 0.5, line=number) for number in range(1, 300))))
    assert (len(made.rows), made.unlisted) == (40, 259)


def test_calls_that_are_drawn_as_one_stand_as_high_as_they_are_busy():
    sparse = drawn(of(*(call(10 * number, 10 * number + 2) for number in range(1000)))).lanes[0].bars
    dense = drawn(of(*(call(10 * number, 10 * number + 10) for number in range(1000)))).lanes[0].bars
    assert sparse[0].height == pytest.approx(dense[0].height / 5, rel=0.05)


@pytest.mark.parametrize(
    ("total", "unit", "labels"),
    [(100, "µs", ["0", "20", "40"]), (1000, "µs", ["0", "200"]), (30_500, "ms", ["0", "10"]), (9e6, "s", ["0", "2"])],
)
def test_the_axis_has_round_numbers(total, unit, labels):
    made = drawn(of(call(0, total)))
    assert made.unit == unit
    assert [tick.label for tick in made.ticks][: len(labels)] == labels
    assert 3 <= len(made.ticks) <= 6


@pytest.mark.parametrize("calls", [(), (call(0, 0),), (call(5, 5), call(5, 5))])
def test_what_takes_no_time_is_no_trouble(calls):
    made = drawn(of(*calls))
    assert made is None if not calls else sum(len(bar.calls) for bar in made.lanes[0].bars) == len(calls)


def test_the_many_streams_of_a_program_fall_back_to_engines():
    made = drawn(of(*(call(number, number + 1, stream=number) for number in range(1, 12))))
    assert (made.by_stream, made.streams, len(made.lanes)) == (False, 11, 1)
