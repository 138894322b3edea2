"""Kernels with pieces exchanged: whatever comes is a report, and the same however threads are grouped."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.config import ROOT
from app.devices.untrusted import findings_from
from app.findings import Kind
from app.grading.words import Words
from app.protocol.frames import Frame, decode, encode
from app.simt import Checks, Limits, Report, launch
from tests.attacks.interpreter.mutation import mutated, soup

KERNELS = [path.read_text() for path in sorted(ROOT.glob("kernels/*/*.py")) if "@cuda.jit" in path.read_text()]
CORPUS = [path.read_text() for path in sorted(Path(__file__).parents[2].glob("simt/corpus*/**/*.py"))]
STEPS = 300
seeds = st.integers(0, 1 << 30)


def entry(source: str) -> tuple[str, int]:
    """The last kernel of a source, as its text says, and how many parameters it has."""
    name, _, rest = source.rpartition("@cuda.jit")[2].partition("def ")[2].partition("(")
    return name.strip() or "k", rest.partition(")")[0].count(",") + 1


def ran(source: str, lanes: int, steps: int, checks: Checks) -> tuple[Report, list[np.ndarray]]:
    name, count = entry(source)
    arrays = [np.arange(64.0, dtype=np.float32) + at for at in range(count)]
    limits = Limits(steps=steps, seconds=5.0, lanes=lanes)
    return launch(source, name, grid=2, block=32, args=arrays, checks=checks, limits=limits), arrays


def check(source: str) -> None:
    report, arrays = ran(source, 1 << 16, STEPS, Checks.all())
    listed: list[object] = [finding.to_plain() for finding in report.findings]
    sent = decode(encode(Frame("result", {"findings": listed, "stdout": report.stdout}, {})))
    for finding in findings_from(sent.data["findings"], source, frozenset(Kind)):
        assert Words().finding(finding)[0]
    if not report.findings and "atomic" not in source:  # whoever asks for an old value may depend on the order
        again, same = ran(source, 32, 4 * STEPS, Checks.none())  # each group pays for itself
        assert not again.findings
        for one, other in zip(arrays, same, strict=True):
            np.testing.assert_array_equal(one, other)


@pytest.mark.slow
@given(st.sampled_from(KERNELS + CORPUS), seeds)
@settings(max_examples=300, deadline=None)
def test_a_mutant_of_a_kernel_gets_a_report(source: str, seed: int) -> None:
    check(mutated(source, Random(seed)))


@pytest.mark.slow
@given(seeds)
@settings(max_examples=300, deadline=None)
def test_garbage_gets_a_report(seed: int) -> None:
    check(soup(Random(seed)))


@given(st.sampled_from(KERNELS), seeds)
@settings(max_examples=15, deadline=None)
def test_a_few_mutants_get_a_report(source: str, seed: int) -> None:
    check(mutated(source, Random(seed)))
