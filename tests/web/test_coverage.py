"""The picture of coverage: exact where it can be, and one missing element of a million is seen."""

from __future__ import annotations

import random
import re
from itertools import groupby

import pytest

from app.domain.verdict import Coverage
from app.web.coverage import picture


def coverage(shape: tuple[int, ...], cells: list[int]) -> Coverage:
    runs = tuple((len(list(alike)), times) for times, alike in groupby(cells))
    never, once, more = (cells.count(times) for times in (0, 1, 2))
    return Coverage(output="out", shape=shape, never=never, once=once, more=more, runs=runs)


def boxes(drawn, state: str) -> list[tuple[float, ...]]:
    """(x, y, width, height) of each box of a state."""
    path = dict(drawn.paths).get(state, "")
    return [tuple(map(float, box)) for box in re.findall(r"M(\S+) (\S+?)h(\S+?)v(\S+?)h\S+?z", path)]


def test_few_elements_are_squares_in_rows_of_a_warp():
    drawn = picture(coverage((40,), [1] * 38 + [0, 2]))
    assert (drawn.kind, drawn.width, drawn.height) == ("squares", 384, 24)
    assert len(boxes(drawn, "once")) == 38
    assert boxes(drawn, "never") == [(73, 13, 10, 10)]
    assert boxes(drawn, "more") == [(85, 13, 10, 10)]


def test_the_last_of_a_million_is_seen():
    drawn = picture(coverage((1_000_000,), [1] * 999_999 + [0]))
    assert drawn.kind == "strip"
    ((x, _, width, _),) = boxes(drawn, "never")
    assert width >= 3
    assert x + width == pytest.approx(drawn.width)


def test_what_is_not_written_once_is_named_by_its_elements():
    drawn = picture(coverage((1000,), [2] + [1] * 975 + [0] * 24))
    assert [(s.state, s.first, s.last) for s in drawn.spans] == [("more", 0, 0), ("never", 976, 999)]
    assert drawn.more_spans == 0


def test_rows_and_columns_that_are_missing_lie_at_their_edges():
    cells = [int(row < 96 and col < 288) for row in range(100) for col in range(300)]
    drawn = picture(coverage((100, 300), cells))
    assert (drawn.kind, drawn.width, drawn.height, drawn.bucket) == ("raster", 384, 128, 1)
    right, bottom = boxes(drawn, "never")
    assert right[0] + right[2] == pytest.approx(384)
    assert (bottom[0], bottom[2]) == (0, 384)
    assert bottom[1] + bottom[3] == pytest.approx(128)


def test_scattered_elements_are_shown_by_the_worst_of_each_bucket():
    seed = random.Random(7)
    cells = [seed.choice([1, 2]) for _ in range(60_000)]
    cells[::999] = [0] * len(cells[::999])
    drawn = picture(coverage((200, 300), cells))
    assert drawn.bucket == 20
    assert len(boxes(drawn, "never")) >= 50


@pytest.mark.parametrize(("shape", "cells"), [((0,), []), ((0, 4), [])])
def test_an_output_without_elements_has_no_picture(shape, cells):
    assert picture(coverage(shape, cells)) is None


def test_without_runs_there_are_numbers_alone():
    many = Coverage(output="out", shape=(9,), never=4, once=5, more=0)
    assert picture(many) is None


@pytest.mark.parametrize("shape", [(33,), (5, 7), (2, 3, 4), (64, 64), (7_000,), ()])
def test_the_boxes_cover_the_picture(shape):
    count = 1
    for length in shape:
        count *= length
    seed = random.Random(3)
    cells = [seed.choice([0, 1, 2]) for _ in range(count)]
    drawn = picture(coverage(shape, cells))
    areas = [w * h for state in ("never", "once", "more") for _, _, w, h in boxes(drawn, state)]
    wanted = count * 100 if drawn.kind == "squares" else drawn.width * drawn.height
    assert sum(areas) == pytest.approx(wanted, rel=0.01)
