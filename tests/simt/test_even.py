"""Even accesses: a formula stands for exactly the lanes and offsets that it says."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.simt.even import pattern
from app.simt.events import Geometry
from app.simt.lanes import Lanes

axes = st.lists(st.tuples(st.integers(1, 4), st.integers(-3, 3)), min_size=1, max_size=3)


@given(axes, st.integers(0, 5))
def test_a_pattern_lists_what_its_axes_say(sizes, lane):
    counts = [count for count, _ in sizes]
    strides = [int(np.prod(counts[axis + 1 :])) for axis in range(len(counts))]
    made = pattern(lane, [(count, stride, 4 * step) for (count, step), stride in zip(sizes, strides, strict=True)])
    where = np.indices(counts).reshape(len(counts), -1)
    assert made.lanes.tolist() == list(range(lane, lane + made.count))
    assert made.rises.tolist() == sum(index * 4 * step for index, (_, step) in zip(where, sizes, strict=True)).tolist()


def test_axes_that_go_on_become_one_but_not_where_a_copy_begins():
    row_by_row = [(2, 64, 256), (4, 16, 64), (16, 1, 4)]
    assert pattern(0, row_by_row).counts == (128,)
    assert pattern(0, row_by_row, seam=64).counts == (2, 64)


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 3), st.integers(1, 2)), min_size=2, max_size=2))
def test_a_box_is_found_in_its_mask(ranges):
    lanes = Lanes(Geometry((8, 1, 1), (8, 1, 1), 0, 8, 32), (0, 0, 0), (8, 1, 1))
    mask = np.zeros((8, 8), np.bool_)
    mask[np.ix_(*(first + apart * np.arange(count) for first, count, apart in ranges))] = True
    box = lanes.box(mask)
    assert box is not None
    assert np.prod([count for _, count, _ in box]) == np.count_nonzero(mask)


@pytest.mark.parametrize("mask", [np.eye(8, dtype=np.bool_), np.zeros((8, 8), np.bool_), np.tri(8, dtype=np.bool_)])
def test_what_is_no_box_is_told_lane_by_lane(mask):
    lanes = Lanes(Geometry((8, 1, 1), (8, 1, 1), 0, 8, 32), (0, 0, 0), (8, 1, 1))
    assert lanes.box(mask) is None
