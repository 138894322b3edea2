"""Readers of what strangers write, with inputs that are nearly right. `scripts/fuzz` looks further, led by coverage."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.damage import damaged
from tests.fuzz.target import CORPUS
from tests.fuzz.targets import TARGETS

ROOT = Path(__file__).parents[2]
FEW, MANY = 12, 100  # inputs a target
CHECKS = [HealthCheck.too_slow, HealthCheck.data_too_large]


@pytest.mark.parametrize("name", TARGETS)
def test_the_seeds_hold(name: str) -> None:
    seeds = TARGETS[name].seeds()
    assert seeds
    assert max(map(len, seeds)) <= TARGETS[name].longest
    for seed in seeds:
        TARGETS[name].one(seed)


@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=FEW, derandomize=True, deadline=None, database=None, suppress_health_check=CHECKS)
@given(st.data())
def test_what_is_nearly_right_is_read_or_refused(name: str, data: st.DataObject) -> None:
    TARGETS[name].one(data.draw(damaged(TARGETS[name])))


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=MANY, derandomize=True, deadline=None, database=None, suppress_health_check=CHECKS)
@given(st.data())
def test_much_that_is_nearly_right_is_read_or_refused(name: str, data: st.DataObject) -> None:
    TARGETS[name].one(data.draw(damaged(TARGETS[name])))


def test_each_folder_of_seeds_is_of_a_target_that_the_page_tells_of() -> None:
    told = re.findall(r"^\| `([a-z]+)` \|", (ROOT / "docs/fuzzing.md").read_text("utf-8"), re.MULTILINE)
    assert set(told) == set(TARGETS)
    assert {folder.name for folder in CORPUS.iterdir()} == set(TARGETS)
