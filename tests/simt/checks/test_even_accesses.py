"""An even access on several axes is judged as the list of its lanes."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from app.simt.checks.initcheck import Initcheck
from app.simt.checks.racecheck import Racecheck
from app.simt.checks.visits import LANES
from app.simt.even import Even, pattern
from app.simt.events import Access, Barrier, Geometry, Op, Space

BLOCKS, WIDTH = 2, 64  # a block of 4 rows of 16
axis = st.tuples(st.integers(1, 4), st.sampled_from([0, 1, 4, 5]))
step = st.tuples(st.sampled_from([Op.LOAD, Op.STORE, Op.ATOMIC]), axis, axis, st.integers(0, 4), st.booleans())


def events(history, array):
    for line, (op, (rows, down), (columns, along), first, by_row) in enumerate(history, start=1):
        stride = 16 if by_row else 4
        axes = [(BLOCKS, WIDTH, 0), (rows, stride, 4 * down), (columns, 1, 4 * along)]
        seam = WIDTH if array.space is Space.SHARED else 0
        where = Even(pattern(0, axes, seam), 4 * first)
        values = np.arange(where.pattern.count, dtype=np.float32) // 3 if op is Op.STORE else None
        yield Access(op, array, line, 0, where, 4, values)


def judged(observer, history, array, *, listed):
    observer.group_begin(Geometry((BLOCKS, 1, 1), (WIDTH, 1, 1), 0, BLOCKS, WIDTH))
    for event in events(history, array):
        where = (event.lanes, event.offsets) if listed else event.where
        observer.access(Access(event.op, array, event.line, 0, where, 4, event.values))
        if event.line % 3 == 0:
            lanes, nobody = np.arange(BLOCKS * WIDTH), np.zeros(BLOCKS * WIDTH, np.bool_)
            observer.barrier(Barrier(90, 0, lanes < WIDTH * (event.line // 3), nobody, nobody))
    observer.group_end()
    return observer.findings()


@settings(max_examples=100, deadline=None)
@given(st.lists(step, min_size=1, max_size=7), st.sampled_from([Space.SHARED, Space.GLOBAL]))
def test_checks_find_the_same_in_a_formula_and_in_its_list(array, history, space):
    made = array("a", space, items=64, initialized=False)
    for check in (Racecheck, Initcheck):
        assert judged(check(), history, made, listed=False) == judged(check(), history, made, listed=True)


def test_the_first_of_very_many_reads_is_not_forgotten(stage, array):
    a = array("a", Space.GLOBAL, items=40_000)
    s = stage(Racecheck(), blocks=512, threads=64, listed=True)
    s.load(a, 1, lambda t: t, where=lambda t: t == 5)
    for _ in range(LANES // (512 * 64) + 1):
        s.load(a, 2, lambda t: t + 64)
    s.store(a, 3, lambda t: t + 5, where=lambda t: t == 0)
    assert [(f.line, f.other.line, f.other.thread) for f in s.findings()] == [(3, 1, (5, 0, 0))]
