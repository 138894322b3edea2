"""Counts against a definition that is spelled out lane by lane."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.simt.even import Even, pattern
from app.simt.events import Access, Branch, Buffer, Executed, Op, Space
from app.simt.profile import profiles
from app.simt.profile.atomics import Atomics
from app.simt.profile.banks import Banks
from app.simt.profile.coalescing import Coalescing
from app.simt.profile.divergence import Divergence

LANES = np.arange(64)


def buffer(space, itemsize=4):
    return Buffer(1, "a", space, 1 << 20, itemsize, True)


def access(space, offsets, lanes=LANES, size=4, op=Op.LOAD):
    lanes = np.asarray(lanes)
    return Access(op, buffer(space, size), 5, 0, (lanes, np.broadcast_to(offsets, lanes.shape).astype(np.int64)), size)


def counted(profile, event):
    profile.access(event)
    return tuple(profile.lines()[5].values())


@pytest.mark.parametrize(
    ("offsets", "size", "expected"),
    [
        (LANES * 4, 4, (2, 8, 256)),  # side by side: 4 sectors a warp
        (LANES * 8, 8, (2, 16, 512)),
        (LANES * 1, 1, (2, 2, 64)),
        (LANES * 4 + 4, 4, (2, 10, 256)),  # shifted by one: a fifth sector a warp
        (LANES * 128, 4, (2, 64, 256)),  # a column: every lane its own sector
        (LANES * 0, 4, (2, 2, 256)),  # all the same: one sector a warp
        (LANES[::-1] * 4, 4, (2, 8, 256)),
        (LANES * 12, 12, (2, 24, 768)),  # records that reach over sector borders
    ],
)
def test_sectors_of_global_loads(offsets, size, expected):
    assert counted(Coalescing(), access(Space.GLOBAL, offsets, size=size)) == expected


def test_idle_lanes_want_no_sector():
    lanes = np.array([3, 40, 41])
    assert counted(Coalescing(), access(Space.GLOBAL, lanes * 4, lanes)) == (2, 2, 12)


def test_loads_and_stores_are_counted_apart():
    profile = Coalescing()
    profile.access(access(Space.GLOBAL, LANES * 4))
    profile.access(access(Space.GLOBAL, LANES * 4, op=Op.STORE))
    assert {"global_load_sectors", "global_store_sectors"} <= profile.lines()[5].keys()


@pytest.mark.parametrize("space", [Space.LOCAL, Space.CONST, Space.SHARED])
def test_only_global_memory_has_sectors(space):
    profile = Coalescing()
    profile.access(access(space, LANES * 4))
    assert profile.lines() == {}


@pytest.mark.parametrize(
    ("offsets", "size", "expected"),
    [
        (LANES * 4, 4, (2, 2, 2)),
        (LANES * 0, 4, (2, 2, 2)),  # a broadcast
        (LANES * 8, 4, (2, 4, 2)),  # every second word: two words a bank
        (LANES % 32 * 128, 4, (2, 64, 2)),  # a column of a 32 × 32 tile
        (LANES % 32 * 132, 4, (2, 2, 2)),  # the same, padded by one
        (LANES % 2 * 128, 4, (2, 4, 2)),  # two words of one bank
        (LANES * 8, 8, (2, 4, 4)),  # 8 bytes: a half-warp a pass
        (LANES % 32 * 256, 8, (2, 64, 4)),
        (LANES * 16, 16, (2, 8, 8)),  # 16 bytes: a quarter-warp a pass
        (LANES * 1, 1, (2, 2, 2)),  # four lanes share a word
    ],
)
def test_wavefronts_of_shared_loads(offsets, size, expected):
    assert counted(Banks(), access(Space.SHARED, offsets, size=size)) == expected


def test_a_half_warp_without_active_lanes_takes_no_pass():
    assert counted(Banks(), access(Space.SHARED, np.arange(16) * 8, np.arange(16), size=8)) == (1, 1, 1)


@pytest.mark.parametrize(
    ("items", "size", "loaded", "stored"),
    [
        (LANES[:32] * 0, 8, 1, 2),  # all the same
        (LANES[:32] // 2, 8, 1, 2),  # as the neighbour
        (LANES[:32] % 2 * 32, 8, 2, 4),  # as the second neighbour: one pass with a conflict for two
        (LANES[:32] % 16, 8, 2, 2),  # as the other half: no reason to take both at once
        (LANES[:32] // 4, 16, 2, 4),
    ],
)
def test_wide_loads_share_a_pass_where_neighbours_want_the_same(items, size, loaded, stored):
    for op, wavefronts in ((Op.LOAD, loaded), (Op.STORE, stored)):
        assert counted(Banks(), access(Space.SHARED, items * size, LANES[:32], size, op))[1] == wavefronts


def slow_sectors(lanes, offsets, size):
    pieces = {(lane // 32, byte // 32) for lane, o in zip(lanes, offsets, strict=True) for byte in range(o, o + size)}
    return len(pieces)


def slow_wavefronts(lanes, offsets, size):
    share = max(1, size // 4)
    words = {
        (lane * share // 32, byte // 4) for lane, o in zip(lanes, offsets, strict=True) for byte in range(o, o + size)
    }
    banks = Counter((group, word % 32) for group, word in words)
    return sum(max(n for (g, _), n in banks.items() if g == group) for group in {g for g, _ in words})


lanes_and_words = st.dictionaries(st.integers(0, 95), st.integers(0, 200), min_size=1).map(lambda d: sorted(d.items()))


@settings(max_examples=150, deadline=None)
@given(lanes_and_words, st.sampled_from([1, 2, 4, 8, 16]))
def test_counts_equal_the_definition(pairs, size):
    lanes, words = np.array(pairs).T
    offsets = words * size
    assert counted(Coalescing(), access(Space.GLOBAL, offsets, lanes, size))[1] == slow_sectors(lanes, offsets, size)
    assert counted(Banks(), access(Space.SHARED, offsets, lanes, size, Op.STORE))[1] == slow_wavefronts(
        lanes, offsets, size
    )


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 70), st.integers(1, 90), st.integers(-40, 140), st.sampled_from([1, 2, 4, 8, 16]))
def test_a_formula_is_counted_as_its_list(lane, count, step, size):
    even = Even(pattern(lane, [(count, 1, step * size)]), 40 * 90 * size)
    as_formula = Access(Op.LOAD, buffer(Space.GLOBAL), 5, 0, even, size)
    as_list = access(Space.GLOBAL, as_formula.offsets, as_formula.lanes, size)
    assert counted(Coalescing(), as_formula) == counted(Coalescing(), as_list)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from([(2, 16, 16), (3, 4, 8), (2, 64), (5, 3, 10), (2, 33)]),
    st.lists(st.integers(-3, 40), min_size=3, max_size=3),
    st.sampled_from([1, 4, 8, 16]),
    st.sampled_from([0, 32, 40, 256]),
)
def test_a_box_is_counted_as_its_list(counts, steps, size, offset):
    strides = [256, counts[-1], 1][-len(counts) :]
    axes = [(count, stride, step * size) for count, stride, step in zip(counts, strides, steps, strict=False)]
    even = Even(pattern(0, axes), offset * size + 4096 * size)
    for profile, space in ((Coalescing, Space.GLOBAL), (Banks, Space.SHARED)):
        as_formula = Access(Op.LOAD, buffer(space), 5, 0, even, size)
        as_list = access(space, as_formula.offsets, as_formula.lanes, size)
        assert counted(profile(), as_formula) == counted(profile(), as_list)


def test_a_branch_diverges_by_warp():
    profile, active = Divergence(), LANES < 48
    profile.branch(Branch(7, active, LANES < 32))
    profile.branch(Branch(7, active, LANES % 2 == 0))
    assert profile.lines() == {7: {"branches": 4, "divergent_branches": 2}}


def test_executions_count_warps_and_lanes():
    profile = Divergence()
    profile.executed(Executed(7, 48, 2))
    profile.executed(Executed(7, 1, 1))
    assert profile.lines() == {7: {"executions": 3, "active_lanes": 49}}


def test_atomics_are_counted_apart():
    event = access(Space.GLOBAL, LANES * 0, op=Op.ATOMIC)
    several = profiles()
    for profile in several:
        profile.access(event)
    assert [profile.lines() for profile in several] == [{}, {}, {}, {5: {"atomics": 64, "global_atomics": 64}}]


def test_atomics_on_shared_memory_are_not_counted_as_those_on_global_memory():
    profile = Atomics()
    profile.access(access(Space.SHARED, LANES * 0, op=Op.ATOMIC))
    assert profile.lines() == {5: {"atomics": 64, "global_atomics": 0}}
