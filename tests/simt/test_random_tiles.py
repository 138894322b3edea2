"""Random kernels with tiles, barriers and atomics leave what Numba's simulator has them leave; none is accused.

In `random_tiles.txt` a line is a seed, a digest of its kernel and one of its outputs.
"""

from pathlib import Path

import pytest

from app.simt import Checks, Limits, launch
from tests.simt.random_tiles import BLOCKS, COLUMNS, ROWS, TileAuthor, arguments, line, simulated

KEPT = Path(__file__).with_name("random_tiles.txt").read_text().splitlines()


def compare(wanted, lanes):
    seed = int(wanted.split()[0])
    args, source = arguments(seed), TileAuthor(seed).source()
    block, limits = (COLUMNS, ROWS), Limits(lanes=lanes)
    report = launch(source, "kernel", grid=BLOCKS, block=block, args=args, checks=Checks.all(), limits=limits)
    assert not report.findings, (seed, report.findings, source)
    assert line(seed, args) == wanted, (seed, source)


@pytest.mark.parametrize("wanted", KEPT[:30], ids=lambda wanted: wanted.split()[0])
def test_a_kernel_leaves_what_the_simulator_has_it_leave(wanted):
    compare(wanted, 65_536)


@pytest.mark.slow
@pytest.mark.parametrize("lanes", [65_536, 32])
def test_every_kept_kernel_leaves_it_with_one_block_or_all(lanes):
    for wanted in KEPT:
        compare(wanted, lanes)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(100_000, 100_120, 40))
def test_kernels_that_run_in_the_simulator_now_agree(first):
    for wanted in simulated(first, first + 40):
        compare(wanted, 65_536)
