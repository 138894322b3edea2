import numpy as np
import pytest

from app.findings import Severity
from app.simt import Checks, Limits, launch
from app.simt.checks.synccheck import Synccheck


@pytest.fixture
def play(stage):
    return lambda **options: stage(Synccheck(), **options)


def test_a_barrier_that_all_reach_is_fine(play):
    s = play(blocks=3, threads=48)
    s.sync()
    assert s.found() == []


def test_live_threads_that_stay_away_are_an_error(play):
    s = play(threads=64)
    s.sync(12, where=lambda t: t < 32)
    (finding,) = s.findings()
    assert (finding.severity, finding.line, finding.thread) == (Severity.ERROR, 12, (32, 0, 0))
    assert finding.args["arrived"] == 32
    assert (finding.args["block_threads"], finding.args["missing_threads"]) == (64, "32..63")


def test_threads_that_returned_before_are_a_warning(play):
    s = play(blocks=2, threads=32)
    s.leave(lambda t: t >= 50)
    s.sync(14)
    (finding,) = s.findings()
    assert (finding.severity, finding.block) == (Severity.WARNING, (1, 0, 0))
    assert (finding.args["arrived"], finding.args["exited"], finding.args["block_threads"]) == (18, 14, 32)


def test_a_branch_that_whole_blocks_take_is_fine(play):
    s = play(blocks=4, threads=32)
    s.sync(where=lambda t: t // 32 % 2 == 0)
    assert s.found() == []


def test_a_block_that_left_as_a_whole_is_fine(play):
    s = play(blocks=2, threads=32)
    s.leave(lambda t: t >= 32)
    s.sync()
    assert s.found() == []


def test_padding_lanes_are_nobody(play):
    s = play(threads=40)
    s.sync()
    assert s.found() == []


def test_a_loop_reports_its_barrier_once(play):
    s = play(threads=64)
    for turns in (1, 2, 3):
        s.sync(8, where=lambda t, turns=turns: t >= turns)
    (finding,) = s.findings()
    assert (finding.line, finding.count, finding.args["missing_threads"]) == (8, 3, "0")


def test_missing_and_returned_threads_are_told_apart(play):
    s = play(threads=64)
    s.leave(lambda t: t >= 60)
    s.sync(8)
    s.sync(9, where=lambda t: t < 10)
    assert s.found() == [("barrier_divergence.exited", 8), ("barrier_divergence.missing", 9)]


def test_every_block_comes_to_the_barrier_of_the_grid(play):
    s = play(blocks=3, threads=40)
    s.sync(7, whole_grid=True)
    assert s.found() == []


@pytest.mark.parametrize("returned", [True, False])
def test_a_block_that_stays_away_from_the_barrier_of_the_grid_is_an_error(play, returned):
    s = play(blocks=5, threads=40)
    if returned:
        s.leave(lambda t: t // 40 >= 3)
    for _ in range(2):
        s.sync(7, where=lambda t: t // 40 < 3, whole_grid=True)
    (finding,) = s.findings()
    assert (finding.message_key, finding.severity, finding.line) == ("barrier_divergence.grid", Severity.ERROR, 7)
    assert (finding.block, finding.count) == ((3, 0, 0), 80)
    assert (finding.args["arrived_blocks"], finding.args["blocks"], finding.args["missing_blocks"]) == (3, 5, "3..4")


def test_a_block_in_part_and_a_block_in_whole_are_told_apart(play):
    s = play(blocks=3, threads=32)
    s.sync(7, where=lambda t: t < 40, whole_grid=True)
    assert s.found() == [("barrier_divergence.missing", 7), ("barrier_divergence.grid", 7)]


BESIDE_A_GRID_BARRIER = {
    "if cuda.blockIdx.x == 0: grid.sync()": ["barrier_divergence.grid"],
    "if cuda.blockIdx.x == 1: return\n    grid.sync()": ["barrier_divergence.grid"],
    "for _ in range(1 + cuda.blockIdx.x): grid.sync()": ["barrier_divergence.grid"],
    "for _ in range(1 + cuda.gridDim.x): grid.sync()": [],
}


@pytest.mark.parametrize(("body", "found"), BESIDE_A_GRID_BARRIER.items())
def test_blocks_of_a_kernel_that_miss_the_barrier_of_the_grid(body, found):
    kernel = f"""
from numba import cuda

@cuda.jit
def k(a):
    grid = cuda.cg.this_grid()
    a[cuda.grid(1)] = 1
    {body}
"""
    report = launch(kernel, "k", grid=(3,), block=(40,), args=[np.zeros(120)], checks=Checks.all(), limits=Limits())
    assert [finding.message_key for finding in report.findings] == found


@pytest.mark.parametrize(("guard", "found"), [("t == 0", ["barrier_divergence"]), ("t >= 0", [])])
def test_all_threads_of_a_block_come_to_the_barrier_of_a_grid(guard, found):
    kernel = f"""
from numba import cuda

@cuda.jit
def k(a):
    t = cuda.threadIdx.x
    a[cuda.grid(1)] = t
    if {guard}:
        cuda.cg.this_grid().sync()
"""
    report = launch(kernel, "k", grid=(2,), block=(32,), args=[np.zeros(64)], checks=Checks.all(), limits=Limits())
    assert [finding.kind for finding in report.findings] == found
