import numpy as np
import pytest

from app.simt.checks.initcheck import Initcheck
from app.simt.events import Space, UnsetVariable


@pytest.fixture
def play(stage):
    return lambda **options: stage(Initcheck(), **options)


@pytest.fixture
def tile(array):
    return array("tile", Space.SHARED, initialized=False)


def test_a_slot_that_nobody_wrote_is_told_with_its_index(play, tile):
    s = play(blocks=2, threads=8)
    s.store(tile, 14, lambda t: t % 8, where=lambda t: t < 14)
    s.load(tile, 19, lambda t: t % 8, where=lambda t: t % 2 == 0)
    (finding,) = s.findings()
    assert (finding.message_key, finding.line, finding.count) == ("uninitialized_read.shared", 19, 1)
    assert (finding.args["at"], finding.block, finding.thread) == ("tile[6]", (1, 0, 0), (6, 0, 0))


def test_what_another_block_wrote_does_not_count(play, tile):
    s = play(blocks=2, threads=32)
    s.store(tile, 4, lambda t: t % 32, where=lambda t: t < 32)
    s.load(tile, 5, lambda t: t % 32)
    assert [(finding.line, finding.count) for finding in s.findings()] == [(5, 32)]


def test_what_was_written_is_known(play, tile):
    s = play()
    s.store(tile, 4, lambda t: t)
    s.load(tile, 5, lambda t: 63 - t)
    assert s.found() == []


def test_shared_memory_is_unset_again_in_the_next_group(play, tile):
    s = play(blocks=2, group=1)
    s.store(tile, 4, lambda t: t % 64)
    s.next_group()
    s.load(tile, 5, lambda t: t % 64)
    assert s.found() == [("uninitialized_read.shared", 5)]


def test_local_memory_belongs_to_a_lane(play, array):
    s, local = play(), array("h", Space.LOCAL, items=4, initialized=False)
    s.store(local, 4, lambda t: 0, where=lambda t: t != 9)
    s.load(local, 5, lambda t: 0)
    (finding,) = s.findings()
    assert (finding.message_key, finding.thread, finding.count) == ("uninitialized_read.local", (9, 0, 0), 1)


def test_an_update_of_an_unset_slot_is_told_once(play, array):
    s, local = play(), array("h", Space.LOCAL, items=4, initialized=False)
    for _ in range(3):
        s.load(local, 12, lambda t: 0)
        s.store(local, 12, lambda t: 0)
    assert s.found() == [("uninitialized_read.local", 12)]


def test_an_atomic_reads_what_it_changes(play, tile):
    s = play()
    s.atomic(tile, 6, lambda t: 0)
    assert s.found() == [("uninitialized_read.shared", 6)]


@pytest.mark.parametrize(("initialized", "found"), [(True, []), (False, [("uninitialized_read.output", 5)])])
def test_an_output_holds_nothing_before_the_launch(play, array, initialized, found):
    s, out = play(), array("out", initialized=initialized)
    s.load(out, 5, lambda t: t)
    s.store(out, 5, lambda t: t)
    assert s.found() == found


def test_an_output_keeps_what_an_earlier_group_wrote(play, array):
    s, out = play(blocks=2, group=1), array("out", items=128, initialized=False)
    s.store(out, 4, lambda t: t)
    s.next_group()
    s.load(out, 5, lambda t: t - 64)
    assert s.found() == []


def test_half_of_a_wide_item_is_not_the_whole(play, array):
    s, narrow = play(threads=32), array("out", items=64, itemsize=4, initialized=False)
    s.store(narrow, 4, lambda t: 2 * t, where=lambda t: t < 16)
    s.load(narrow, 5, lambda t: t, where=lambda t: t < 16, size=8)
    assert s.found() == [("uninitialized_read.output", 5)]


def test_a_variable_that_no_path_has_set_is_named(play):
    s = play(threads=8)
    s.observer.unset_variable(UnsetVariable("label", 14, 0, np.array([2, 4])))
    (finding,) = s.findings()
    assert (finding.message_key, finding.args["variable"]) == ("uninitialized_read.variable", "label")
    assert (finding.args["threads"], finding.args["which"], finding.thread) == ([2, 4], "2, 4", (2, 0, 0))
