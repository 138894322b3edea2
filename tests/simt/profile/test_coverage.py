"""Writes by element, against a count that is spelled out thread by thread."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.simt import Checks, Limits, launch

ONE = "from numba import cuda\n@cuda.jit\ndef k(out):\n    i = cuda.grid(1)\n    if i < out.size:\n        out[i] = i\n"
TWO = """from numba import cuda
@cuda.jit
def k(out):
    x, y = cuda.grid(2)
    if y < out.shape[0] and x < out.shape[1]:
        out[y, x] = x
"""
WATCHED = Checks(racecheck=False, coverage=True)


def covered(source, out, grid, block, **limits):
    return launch(source, "k", grid=grid, block=block, args=[out], checks=WATCHED, limits=Limits(**limits))


def test_nothing_is_counted_unless_it_is_asked_for():
    report = launch(ONE, "k", grid=1, block=4, args=[np.zeros(4)])
    assert (dict(report.coverage), report.idle_blocks) == ({}, None)


@given(size=st.integers(1, 90), grid=st.integers(1, 5), block=st.integers(1, 70), lanes=st.integers(1, 99))
@settings(max_examples=50, deadline=None)
def test_a_vector_is_covered_up_to_the_last_thread(size, grid, block, lanes):
    report = covered(ONE, np.zeros(size, np.float32), grid, block, lanes=lanes)
    wanted = np.arange(size) < grid * block
    np.testing.assert_array_equal(report.coverage["out"], wanted)
    assert report.idle_blocks == sum(first >= size for first in range(0, grid * block, block))


@given(shape=st.tuples(st.integers(1, 9), st.integers(1, 40)), grid=st.tuples(st.integers(1, 3), st.integers(1, 3)))
@settings(max_examples=50, deadline=None)
def test_an_image_is_covered_in_whatever_order_it_lies(shape, grid):
    rows, columns = np.indices(shape)
    wanted = (rows < 3 * grid[1]) & (columns < 17 * grid[0])
    whole = np.zeros((2 * shape[0], 3 * shape[1]), np.int16)
    for out in (np.zeros(shape), np.zeros(shape, order="F"), whole[::2, ::3], whole[::-2, ::-3]):
        np.testing.assert_array_equal(covered(TWO, out, grid, (17, 3)).coverage["out"], wanted)


@pytest.mark.parametrize("statement", ["out[i // 2] = 1", "cuda.atomic.add(out, i // 2, 1)", "out[i // 2] += 1"])
def test_stores_and_atomics_are_counted_a_thread_each(statement):
    report = covered(ONE.replace("out[i] = i", statement), np.zeros(8, np.int64), 1, 8)
    assert report.coverage["out"].tolist() == [2, 2, 2, 2, 0, 0, 0, 0]
    assert report.coverage["out"].dtype == np.uint32


def test_all_threads_at_one_place_are_counted_there():
    report = covered(ONE.replace("out[i] = i", "out[2] = 1"), np.zeros(64), 2, 32)
    assert report.coverage["out"].tolist()[:4] == [0, 0, 64, 0]


def test_what_is_out_of_bounds_covers_nothing():
    report = covered(ONE.replace("i < out.size", "i < 99"), np.zeros(8), 1, 32)
    assert report.coverage["out"].tolist() == [1] * 8


def test_an_array_that_nobody_writes_is_left_out_and_every_block_is_idle():
    report = covered(ONE.replace("i < out.size", "i < 0"), np.zeros(8), 3, 32)
    assert (dict(report.coverage), report.idle_blocks) == ({}, 3)
