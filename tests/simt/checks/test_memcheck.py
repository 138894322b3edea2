import numpy as np
import pytest

from app.findings import Severity
from app.simt.checks.memcheck import Memcheck
from app.simt.events import BadIndex, Buffer, Geometry, NegativeIndex, Op, Space


def array(name="a", space=Space.GLOBAL, shape=(100,), number=1):
    strides = tuple(4 * int(np.prod(shape[axis + 1 :])) for axis in range(len(shape)))
    return Buffer(number, name, space, 4 * int(np.prod(shape)), 4, True, shape, strides)


def bad(check, buffer, lanes, index, op=Op.LOAD, line=9, axis=0):
    lanes = np.asarray(lanes)
    index = np.broadcast_to(index, lanes.shape)
    check.bad_index(BadIndex(op, buffer, line, 0, lanes, axis, buffer.shape[axis], index))


@pytest.fixture
def check():
    check = Memcheck()
    check.group_begin(Geometry((4, 1, 1), (32, 1, 1), 0, 4, 32))
    return check


def test_arrays_that_miss_alike_on_one_line_are_one_finding(check):
    lanes = np.arange(100, 128)
    for name, op in (("a", Op.LOAD), ("b", Op.LOAD), ("out", Op.STORE)):
        bad(check, array(name), lanes, lanes, op)
    (finding,) = check.findings()
    assert (finding.message_key, finding.severity) == ("out_of_bounds.both", Severity.ERROR)
    assert (finding.args["arrays"], finding.args["index"], finding.args["bad_threads"]) == (["a", "b", "out"], 100, 28)
    assert (finding.block, finding.thread, finding.count) == ((3, 0, 0), (4, 0, 0), 28)


@pytest.mark.parametrize(("op", "key"), [(Op.LOAD, "read"), (Op.STORE, "write"), (Op.ATOMIC, "both")])
def test_reading_and_writing_are_told_apart(check, op, key):
    bad(check, array(), [5], 100, op)
    assert [finding.message_key for finding in check.findings()] == [f"out_of_bounds.{key}"]


def test_a_shared_tile_has_words_of_its_own(check):
    bad(check, array("tile", Space.SHARED, (32,)), [40, 41], [40, 41], Op.STORE)
    assert [finding.message_key for finding in check.findings()] == ["out_of_bounds.shared"]


@pytest.mark.parametrize(("space", "key"), [(Space.SHARED, "unreserved"), (Space.GLOBAL, "empty")])
def test_an_array_without_elements_has_words_of_its_own(check, space, key):
    bad(check, array(space=space, shape=(0,)), [0], [0])
    assert [finding.message_key for finding in check.findings()] == [f"out_of_bounds.{key}"]


def test_two_sizes_on_one_line_are_two_findings(check):
    bad(check, array("a"), [5], 100)
    bad(check, array("b", shape=(50,)), [5], 100)
    assert [finding.args["size"] for finding in check.findings()] == [100, 50]


def test_the_first_thread_in_launch_order_is_named_whichever_event_came_first(check):
    bad(check, array("a"), [90, 91], [120, 121])
    bad(check, array("b"), [7, 90], [300, 310])
    (finding,) = check.findings()
    assert (finding.thread, finding.args["index"], finding.count) == ((7, 0, 0), 300, 3)


def test_threads_of_two_groups_are_counted_as_different(check):
    bad(check, array(), [3], 100)
    check.group_end()
    check.group_begin(Geometry((4, 1, 1), (32, 1, 1), 2, 2, 32))
    bad(check, array(), [3], 100)
    check.group_end()
    (finding,) = check.findings()
    assert (finding.count, finding.block) == (2, (0, 0, 0))


@pytest.fixture
def plane():
    """4 × 2 blocks of 16 × 16 over a matrix of 20 rows and 50 columns; with x and y of every lane."""
    check = Memcheck()
    check.group_begin(Geometry((4, 2, 1), (16, 16, 1), 0, 8, 256))
    lane = np.arange(8 * 256)
    x = lane // 256 % 4 * 16 + lane % 16
    y = lane // 1024 * 16 + lane % 256 // 16
    return check, lane, x, y


def test_x_used_as_the_row_is_told(plane):
    check, lane, x, y = plane
    lanes = lane[(x < 50) & (y < 20) & (x >= 20)]
    bad(check, array("img", shape=(20, 50)), lanes, x[lanes])
    (finding,) = check.findings()
    assert (finding.message_key, finding.count, finding.args["index"]) == ("out_of_bounds.swapped", 600, 20)


def test_rows_by_x_without_a_guard_are_not_taken_for_swapped_axes(plane):
    check, lane, x, y = plane
    lanes = lane[(x >= 20) & (x < 32) & (y < 50)]
    bad(check, array("img", shape=(20, 50)), lanes, x[lanes])
    assert [finding.message_key for finding in check.findings()] == ["out_of_bounds.read"]


def test_a_missing_guard_is_not_taken_for_swapped_axes(plane):
    check, lane, _, y = plane
    lanes = lane[y >= 20]
    bad(check, array("img", shape=(20, 50)), lanes, y[lanes])
    assert [finding.message_key for finding in check.findings()] == ["out_of_bounds.read"]


def test_a_negative_index_that_wraps_is_a_warning(check):
    lanes = np.array([0])
    check.negative_index(NegativeIndex(array(), 4, 0, lanes, 0, 100, np.array([-1])))
    (finding,) = check.findings()
    assert (finding.severity, finding.line, finding.args["wraps_to"]) == (Severity.WARNING, 4, 99)
