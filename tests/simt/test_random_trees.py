"""Real kernels with statements and expressions moved, dropped and put in: a launch answers with a report, always."""

import random
from pathlib import Path

import pytest

from app.simt import Checks, Limits, launch
from tests.simt.case import cases
from tests.simt.random_trees import Trees

HERE = Path(__file__).parent
CASES = [case for folder in ("corpus", "corpus_correct", "corpus_wrong") for case in cases(HERE / folder)]
POOL = [case.source for case in CASES]


def run(first, last):
    for seed in range(first, last):
        chance = random.Random(seed)
        case = chance.choice(CASES)
        source = Trees(POOL, chance).changed(case.source, chance.randint(1, 4))
        if source is not None:
            arguments = list(case.arguments().values())
            launch(source, case.kernel, args=arguments, checks=Checks.all(), limits=Limits(steps=200), **case.launch)


@pytest.mark.parametrize("first", range(0, 100, 25))
def test_a_changed_kernel_never_raises(first):
    run(first, first + 25)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1_000, 3_000, 250))
def test_thousands_of_changed_kernels_never_raise(first):
    run(first, first + 250)
