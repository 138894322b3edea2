import numpy as np
import pytest

from app.findings import Severity
from app.simt.checks.racecheck import Racecheck
from app.simt.events import Space


@pytest.fixture
def play(stage):
    return lambda **options: stage(Racecheck(), **options)


@pytest.fixture
def tile(array):
    return array("tile", Space.SHARED, number=7)


@pytest.fixture
def out(array):
    return array("out", number=8)


def test_each_thread_its_own_slot_is_no_race(play, tile):
    s = play()
    s.store(tile, 1, lambda t: t)
    s.load(tile, 2, lambda t: t)
    s.store(tile, 3, lambda t: t)
    assert s.found() == []


def test_a_read_of_a_neighbours_slot_races_with_its_write(play, tile):
    s = play()
    s.store(tile, 11, lambda t: t)
    s.load(tile, 12, lambda t: 63 - t)
    (finding,) = s.findings()
    assert (finding.message_key, finding.line, finding.severity) == ("data_race.write_read", 12, Severity.ERROR)
    assert (finding.thread, finding.other.thread, finding.other.line) == ((0, 0, 0), (63, 0, 0), 11)
    assert (finding.args["at"], finding.count) == ("tile[63]", 64)


def test_a_barrier_orders_the_block(play, tile):
    s = play()
    s.store(tile, 11, lambda t: t)
    s.sync()
    s.load(tile, 12, lambda t: 63 - t)
    s.sync()
    s.store(tile, 13, lambda t: t)
    assert s.found() == []


@pytest.mark.parametrize("first", ["own", "neighbour"])
def test_both_orders_of_reading_race_alike(play, tile, first):
    s = play()
    own, neighbour = (lambda t: t), (lambda t: np.maximum(t - 1, 0))
    for subscript in (own, neighbour) if first == "own" else (neighbour, own):
        s.load(tile, 5, subscript)
    s.store(tile, 5, own)
    assert s.found() == [("data_race.read_write", 5)]


@pytest.mark.parametrize("reader", [0, 31, 32, 63])
def test_one_reader_among_many_is_enough(play, tile, reader):
    s = play()
    s.load(tile, 4, lambda t: 5, where=lambda t: t == reader)
    s.load(tile, 4, lambda t: 5, where=lambda t: t == 5)
    s.store(tile, 5, lambda t: 5, where=lambda t: t == 5)
    assert s.found() == [("data_race.read_write", 5)]


def test_lost_updates_are_named(play, tile):
    s = play()
    s.load(tile, 12, lambda t: 0)
    s.store(tile, 12, lambda t: 0, value=lambda t: 1)
    (finding,) = s.findings()
    assert (finding.message_key, finding.severity, finding.count) == ("data_race.update", Severity.ERROR, 64)
    assert finding.thread != finding.other.thread


def test_one_value_stored_by_all_is_a_warning(play, tile):
    s = play()
    s.store(tile, 3, lambda t: 0, value=lambda t: 7)
    (finding,) = s.findings()
    assert (finding.message_key, finding.severity) == ("data_race.same_value.one", Severity.WARNING)


def test_one_element_for_all_is_told_from_some_that_share(play, tile):
    s = play(blocks=2)
    s.store(tile, 3, lambda t: 5)
    s.store(tile, 4, lambda t: t // 2)
    assert s.found() == [("data_race.write_write.one", 3), ("data_race.write_write", 4)]


def test_one_element_for_a_thread_of_each_block_lacks_the_blocks_number(play, out):
    s = play(blocks=3)
    s.store(out, 3, lambda t: 5, where=lambda t: t % 64 == 0)
    assert s.found() == [("data_race.write_write.blocks", 3)]


def test_different_values_in_one_cell_are_an_error(play, tile):
    s = play()
    s.store(tile, 3, lambda t: t // 2, value=lambda t: t)
    assert s.found() == [("data_race.write_write", 3)]


def test_one_clash_hides_among_equal_values(play, tile):
    s = play()
    s.store(tile, 3, lambda t: 0, value=lambda t: t == 17)
    assert s.found() == [("data_race.write_write.one", 3)]


def test_equal_values_from_two_lines_are_a_warning(play, tile):
    s = play()
    s.store(tile, 3, lambda t: 0, where=lambda t: t == 0, value=lambda t: 1)
    s.store(tile, 4, lambda t: 0, where=lambda t: t == 40, value=lambda t: 1)
    assert s.found() == [("data_race.same_value", 4)]


def test_atomics_do_not_race_with_atomics(play, out):
    s = play(blocks=3, group=1)
    for _ in range(3):
        s.atomic(out, 6, lambda t: t % 4)
        if s.first < 2:
            s.next_group()
    assert s.found() == []


@pytest.mark.parametrize("reader", [0, 63])
def test_a_plain_read_of_a_counter_races_with_its_atomics(play, tile, reader):
    s = play()
    s.atomic(tile, 6, lambda t: 0)
    s.load(tile, 7, lambda t: 0, where=lambda t: t == reader)
    assert s.found() == [("data_race.atomic", 7)]


def test_an_atomic_races_with_the_zeroing_before_it(play, tile):
    s = play()
    s.store(tile, 5, lambda t: 0, where=lambda t: t == 0)
    s.atomic(tile, 6, lambda t: 0)
    assert s.found() == [("data_race.atomic", 6)]


def test_a_warp_does_not_run_in_step(play, tile):
    s = play(threads=32)
    s.load(tile, 5, lambda t: t + 16, where=lambda t: t < 16)
    s.store(tile, 5, lambda t: t, where=lambda t: t < 16)
    s.load(tile, 6, lambda t: t + 8, where=lambda t: t < 8)
    assert s.found() == [("data_race.write_read", 6)]


def test_syncwarp_orders_its_warp_alone(play, tile):
    s = play(threads=64)
    s.store(tile, 5, lambda t: t)
    s.syncwarp()
    s.load(tile, 6, lambda t: t ^ 1)
    s.load(tile, 7, lambda t: t ^ 32)
    assert s.found() == [("data_race.write_read", 7)]


def test_blocks_have_their_own_shared_memory(play, tile):
    s = play(blocks=4)
    s.store(tile, 5, lambda t: t % 64)
    s.sync()
    s.load(tile, 6, lambda t: 0)
    assert s.found() == []


@pytest.mark.parametrize("group", [0, 1])
def test_a_block_barrier_does_not_order_two_blocks(play, out, group):
    s = play(blocks=2, threads=32, group=group)
    for _ in range(2 if group else 1):
        s.store(out, 5, lambda t: t)
        s.sync()
        s.load(out, 6, lambda t: np.maximum(t - 1, 0))
        if group and s.first == 0:
            s.next_group()
    assert s.found() == [("data_race.write_read.blocks", 6)]


def test_a_block_barrier_orders_the_block_in_global_memory(play, out):
    s = play(blocks=2, threads=32)
    s.store(out, 5, lambda t: t)
    s.sync()
    s.load(out, 6, lambda t: t ^ 1)
    assert s.found() == []


def test_a_halo_that_another_block_overwrites_is_found_behind_a_barrier(play, out):
    s = play(blocks=2, threads=32)
    for shift in (-1, 0, 1):
        s.load(out, 5, lambda t, shift=shift: np.clip(t + shift, 0, 63))
    s.sync()
    s.store(out, 6, lambda t: t)
    (finding,) = s.findings()
    assert (finding.message_key, finding.line, finding.other.line) == ("data_race.read_write.blocks", 6, 5)
    assert finding.block != finding.other.block


def test_a_grid_barrier_orders_everything(play, out):
    s = play(blocks=2, threads=32)
    s.store(out, 5, lambda t: t)
    s.grid_sync()
    s.load(out, 6, lambda t: 63 - t)
    assert s.found() == []


def test_two_parameters_are_two_arrays(play, array):
    s = play()
    s.store(array("a", number=1), 5, lambda t: t)
    s.load(array("b", number=2), 6, lambda t: 63 - t)
    assert s.found() == []


def test_two_views_meet_in_their_bytes(play, array):
    s = play(threads=32)
    wide, narrow = array("tile", Space.SHARED, 32, 8), array("tile", Space.SHARED, 64, 4)
    s.store(wide, 5, lambda t: t, where=lambda t: t < 16)
    s.store(narrow, 6, lambda t: t + 32)
    s.load(narrow, 7, lambda t: t)
    assert s.found() == [("data_race.write_read", 7)]


def test_a_warning_becomes_the_error_that_follows_on_its_line(play, tile):
    s = play()
    s.store(tile, 3, lambda t: 0, value=lambda t: 7)
    s.sync()
    s.store(tile, 3, lambda t: 0, value=lambda t: t)
    assert s.found() == [("data_race.write_write.one", 3)]


def last_block(s, partial, counter, *, fenced=True, block_only=False):
    """Each block's thread 0 leaves a partial sum; the last to count reads them all."""
    for block in range(4):
        lead = lambda t, block=block: t == block * 32  # noqa: E731 (the same condition three times)
        s.store(partial, 5, lambda t: t // 32, where=lead)
        if fenced:
            s.fence(lead, block_only=block_only)
        s.atomic(counter, 7, lambda t: 0, where=lead)
        s.sync(where=lambda t, block=block: t // 32 == block)
    s.load(partial, 9, lambda t: t - 96, where=lambda t: (t >= 96) & (t < 100))


def test_the_last_block_may_read_what_was_fenced(play, array):
    s = play(blocks=4, threads=32)
    last_block(s, array("partial", number=1), array("count", number=2))
    assert s.found() == []


def test_the_last_block_may_not_read_what_was_not_fenced(play, array):
    s = play(blocks=4, threads=32)
    last_block(s, array("partial", number=1), array("count", number=2), fenced=False)
    assert s.found() == [("data_race.write_read.blocks", 9)]


def test_a_fence_for_the_block_does_not_reach_other_blocks(play, array):
    s = play(blocks=4, threads=32)
    last_block(s, array("partial", number=1), array("count", number=2), block_only=True)
    assert s.found() == [("data_race.write_read.blocks", 9)]


def test_the_last_block_may_read_in_a_later_group(play, array):
    s, partial, count = play(blocks=2, threads=32, group=1), array("partial", number=1), array("count", number=2)
    for _ in range(2):
        s.store(partial, 5, lambda t: t // 32, where=lambda t: t % 32 == 0)
        s.fence(lambda t: t % 32 == 0)
        s.atomic(count, 7, lambda t: 0, where=lambda t: t % 32 == 0)
        s.sync()
        s.load(partial, 9, lambda t: 0, where=lambda t: t == 32 + 5)
        if s.first == 0:
            s.next_group()
    assert s.found() == []


def test_a_write_behind_the_fence_is_not_published(play, array):
    s, partial, count = play(blocks=2, threads=32), array("partial", number=1), array("count", number=2)
    s.fence(lambda t: t == 0)
    s.store(partial, 5, lambda t: 0, where=lambda t: t == 0)
    s.atomic(count, 7, lambda t: 0, where=lambda t: t == 0)
    s.atomic(count, 7, lambda t: 0, where=lambda t: t == 32)
    s.load(partial, 9, lambda t: 0, where=lambda t: t == 32)
    assert s.found() == [("data_race.write_read.blocks", 9)]


def test_a_lock_with_fences_orders_its_holders(play, array, out):
    s, lock = play(blocks=2, threads=32), array("lock", number=2)
    for holder in range(64):
        me = lambda t, holder=holder: t == holder  # noqa: E731  # a predicate of one line
        s.atomic(lock, 4, lambda t: 0, where=me, name="cas")
        s.load(out, 5, lambda t: 0, where=me)
        s.store(out, 5, lambda t: 0, where=me)
        s.fence(me)
        s.atomic(lock, 7, lambda t: 0, where=me, name="exch")
    assert s.found() == []


def handed_over(s, box, flag, steps):
    """Thread 40 fills a box, tells of it by the steps given, and thread 64 of the other block reads it."""
    me, other = (lambda t: t == 40), (lambda t: t == 64)
    s.store(box, 5, lambda t: 0, where=me)
    for step in steps.split():
        if step == "barrier":
            s.sync(where=lambda t: t < 64)
        elif step == "syncwarp":
            s.syncwarp(where=lambda t: t // 32 == 1)
        elif step.startswith("fence"):
            s.fence(lambda t, who=int(step[5:]): t == who)
        else:
            s.atomic(flag, 7, lambda t: 0, where=lambda t, who=int(step[4:]): t == who, answered=False)
    s.atomic(flag, 8, lambda t: 0, where=other)
    s.load(box, 9, lambda t: 0, where=other)


@pytest.mark.parametrize(
    "steps",
    [
        "fence40 flag40",
        "barrier fence0 flag0",
        "fence40 barrier flag0",
        "syncwarp fence41 flag41",
        "fence40 syncwarp flag41",
        "barrier fence1 syncwarp fence33 flag33",
    ],
)
def test_what_is_fenced_and_told_by_someone_behind_a_barrier_may_be_read(play, array, steps):
    s = play(blocks=2, threads=64)
    handed_over(s, array("box", number=1), array("flag", number=2), steps)
    assert s.found() == []


@pytest.mark.parametrize(
    "steps", ["flag40", "fence0 flag40", "fence40 flag0", "barrier flag0", "syncwarp fence0 flag0"]
)
def test_what_is_not_fenced_or_not_told_may_not_be_read(play, array, steps):
    s = play(blocks=2, threads=64)
    handed_over(s, array("box", number=1), array("flag", number=2), steps)
    assert s.found() == [("data_race.write_read.blocks", 9)]


@pytest.mark.parametrize(("passing", "found"), [("syncwarp", []), ("nothing", [("data_race.write_read.blocks", 9)])])
def test_a_syncwarp_passes_on_what_one_lane_has_acquired(play, array, passing, found):
    s, box, flag = play(blocks=2, threads=32), array("box", number=1), array("flag", number=2)
    s.store(box, 5, lambda t: 0, where=lambda t: t == 0)
    s.fence(lambda t: t == 0)
    s.atomic(flag, 7, lambda t: 0, where=lambda t: t == 0)
    s.atomic(flag, 8, lambda t: 0, where=lambda t: t == 32)
    if passing == "syncwarp":
        s.syncwarp(where=lambda t: t >= 32)
    s.load(box, 9, lambda t: 0, where=lambda t: t == 40)
    assert s.found() == found


def test_an_atomic_whose_answer_nobody_takes_acquires_nothing(play, array):
    s, box, count = play(blocks=2, threads=32), array("box", number=1), array("count", number=2)
    s.store(box, 5, lambda t: t // 32, where=lambda t: t % 32 == 0)
    s.fence(lambda t: t % 32 == 0)
    s.atomic(count, 7, lambda t: 0, where=lambda t: t % 32 == 0, answered=False)
    s.load(box, 9, lambda t: 0, where=lambda t: t == 32)
    assert s.found() == [("data_race.write_read.blocks", 9)]


@pytest.mark.parametrize(("reader", "found"), [(32, []), (0, [("data_race.write_read.blocks", 9)])])
def test_of_two_atomics_at_once_the_later_turn_knows_of_the_earlier(play, array, reader, found):
    s, box, count = play(blocks=2, threads=32), array("box", number=1), array("count", number=2)
    s.store(box, 5, lambda t: t // 32, where=lambda t: t % 32 == 0)
    s.fence(lambda t: t % 32 == 0)
    s.atomic(count, 7, lambda t: 0, where=lambda t: t % 32 == 0)
    s.load(box, 9, lambda t: 1 - reader // 32, where=lambda t: t == reader)
    assert s.found() == found


@pytest.mark.parametrize(("mask", "found"), [(0xFFFF, []), (0xFF, [("data_race.write_read", 6)])])
def test_a_syncwarp_orders_the_lanes_that_its_mask_names(play, tile, mask, found):
    s = play(threads=32)
    s.store(tile, 5, lambda t: t, where=lambda t: t < 16)
    s.syncwarp(where=lambda t: t < 16, members=mask)
    s.load(tile, 6, lambda t: t ^ 8, where=lambda t: t < 16)
    assert s.found() == found
