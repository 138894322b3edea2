"""Random kernels of every dtype leave, bit by bit, what Numba's compiler for the processor has them leave.

In `random_typed.txt` a line is a seed, a digest of its kernel and one of its outputs: `refused` where Numba compiles no
such kernel. `FAILED` are seeds that once failed here, with what was wrong.
"""

from pathlib import Path

import pytest

from app.findings import Severity
from app.simt import Checks, Limits, launch
from tests.simt.random_author import TypedAuthor
from tests.simt.random_references import line, recorded
from tests.simt.random_typed import inputs

LINES = Path(__file__).with_name("random_typed.txt").read_text().splitlines()
KEPT = {int(text.split()[0]): text for text in LINES}
FAILED = {2018: "a method of a complex number in a loop was unsupported"}
FIRST = [seed for seed in KEPT if seed in FAILED or seed < 30]
WAYS = {
    "unchecked": (Checks.none(), 64, 65_536),
    "checked": (Checks.all(), 64, 65_536),
    "a block at a time": (Checks.none(), 32, 32),
    "a thread at a time": (Checks.none(), 1, 1),
}


def interpreted(seed, way):
    kernel = TypedAuthor(seed).kernel()
    args, (checks, block, lanes) = inputs(kernel, seed), WAYS[way]
    limits = Limits(lanes=lanes)
    report = launch(
        kernel.on_device(), "kernel", grid=128 // block, block=block, args=args, checks=checks, limits=limits
    )
    wrong = [found for found in report.findings if found.severity == Severity.ERROR]
    assert not wrong, (seed, wrong, kernel.on_device())
    return line(seed, kernel, args), kernel.on_device()


def compare(wanted, way):
    seed, _, outputs = wanted.split()
    if outputs != "refused":
        got, source = interpreted(int(seed), way)
        assert got == wanted, (seed, source)


@pytest.mark.parametrize("seed", FIRST)
def test_a_kernel_leaves_what_numba_has_it_leave(seed):
    compare(KEPT[seed], list(WAYS)[seed % len(WAYS)])


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_every_kept_kernel_leaves_it_in_every_way(way):
    for wanted in KEPT.values():
        compare(wanted, way)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(100_000, 100_040, 20))
def test_kernels_that_numba_compiles_now_agree(first):
    for wanted in recorded(first, first + 20):
        compare(wanted, "unchecked")


@pytest.mark.slow
def test_kept_lines_are_what_numba_gives_now():
    seeds = sorted(KEPT)[:10]
    assert recorded(seeds[0], seeds[-1] + 1) == [KEPT[seed] for seed in seeds]
