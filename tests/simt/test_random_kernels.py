"""Kernels made at random do what a plain machine says, and are accused of what it sees, no more."""

import random

import numpy as np
import pytest

from app.simt import Checks, Limits, launch
from tests.simt.random_kernels import BLOCK, GRID, SIZE, Author, run


@pytest.mark.parametrize("seed", range(0, 120, 4))
def test_random_kernels_agree_with_a_plain_machine(seed):
    compare(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(120, 1_200, 4))
def test_many_more_random_kernels_agree_with_a_plain_machine(seed):
    compare(seed)


def compare(seed):
    for each in range(seed, seed + 4):
        source, n = Author(each).source(), each % 6
        a = [random.Random(each).randint(-20, 20) for _ in range(SIZE)]
        wanted = run(source, list(a), n)
        for lanes in (BLOCK, 32_768):
            out, counts = np.zeros(SIZE, np.int64), np.zeros(4, np.int64)
            limits = Limits(steps=20_000, lanes=lanes)
            args = [np.array(a), out, counts, n]
            report = launch(source, "kernel", grid=GRID, block=BLOCK, args=args, checks=Checks.all(), limits=limits)
            kinds = {found.kind.value for found in report.findings}
            if wanted.diverged:  # a race may lead the lanes another way
                assert kinds & {"barrier_divergence", "data_race"}, (source, n)
            elif wanted.raced:
                assert "data_race" in kinds, (source, n)
            else:
                assert not kinds, (source, n, report.findings)
                assert (out.tolist(), counts.tolist()) == (wanted.out, wanted.counts), (source, n)
