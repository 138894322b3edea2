"""racecheck against the definition of a race, spelled out pair by pair on random histories."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.findings import Severity
from app.simt.checks.racecheck import Racecheck
from app.simt.events import Op, Space

THREADS = 64
ACTORS = [0, 1, 32, 33, 64, 65, 96]  # two blocks of two warps each

accesses = st.tuples(
    st.sampled_from(["load", "store", "atomic"]),
    st.dictionaries(st.sampled_from(ACTORS), st.integers(0, 2), min_size=1, max_size=4),
)
rows = st.tuples(
    st.sampled_from(["load", "store", "atomic"]),
    st.tuples(st.integers(0, 66), st.integers(2, 40), st.integers(0, 3), st.integers(0, 2)).map(
        lambda row: {row[0] + k: row[2] + k * row[3] for k in range(row[1])}
    ),
)
barriers = st.tuples(st.sampled_from(["block", "warp"]), st.sampled_from([0, 64]))
histories = st.lists(st.one_of(accesses, accesses, rows, barriers, st.just(("grid", 0))), min_size=2, max_size=9)


def play(stage, array, history):
    """Run a history; the line of each step is its number."""
    for line, (what, who) in enumerate(history, start=1):
        if what == "grid":
            stage.grid_sync()
        elif what == "block":
            stage.sync(where=lambda t, b=who: t // THREADS == b // THREADS)
        elif what == "warp":
            stage.syncwarp(where=lambda t, b=who: t // 32 == b // 32)
        else:
            cells = np.zeros(2 * THREADS, np.int64)
            cells[list(who)] = list(who.values())
            lanes = list(who)
            stage.access(
                Op(what),
                array,
                line,
                lambda t, c=cells: c[t],
                where=lambda t, a=lanes: np.isin(t, a),
                value=lambda t: t,
            )


def ordered(history, first, one, second, other):
    """Whether a barrier between two steps orders the two threads."""
    for what, who in history[first:second]:
        if what == "grid":
            return True
        if what == "block" and {one // THREADS, other // THREADS} == {who // THREADS}:
            return True
        if what == "warp" and {one // 32, other // 32} == {who // 32}:
            return True
    return False


def races(history, *, shared):
    """All (earlier line, later line) that race."""
    steps = [
        (line, what, thread, cell)
        for line, (what, who) in enumerate(history, start=1)
        if isinstance(who, dict)
        for thread, cell in who.items()
    ]
    found = set()
    for (first, a, one, x), (second, b, other, y) in combinations(steps, 2):
        apart = one == other or x != y or (shared and one // THREADS != other // THREADS)
        harmless = {a, b} in ({"load"}, {"atomic"})
        if not apart and not harmless and not ordered(history, first, one, second, other):
            found.add((first, second))
    return found


@pytest.mark.parametrize("listed", [False, True])
@pytest.mark.parametrize("space", [Space.SHARED, Space.GLOBAL])
@settings(max_examples=200, deadline=None, derandomize=True)
@given(history=histories)
def test_a_race_is_found_where_there_is_one_and_nowhere_else(stage, array, space, listed, history):
    s = stage(Racecheck(), blocks=2, threads=THREADS, listed=listed)
    play(s, array("a", space, items=128), history)
    found = {(finding.other.line, finding.line) for finding in s.findings()}
    true = races(history, shared=space is Space.SHARED)
    assert found <= true, "accused"
    assert min((later for _, later in found), default=0) == min((later for _, later in true), default=0), "missed"
    assert all(finding.severity is Severity.ERROR for finding in s.findings())
