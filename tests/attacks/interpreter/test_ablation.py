"""The same sources with one bound away: each does take what the bound keeps, within what a test can spare."""

from __future__ import annotations

import json
import re
import tracemalloc
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace

import numpy as np
import pytest

from app.devices.simt import SimtDevice
from app.simt import Limits, Report, launch, launching, makers, methods, room, source
from app.simt.allowance import Allowance
from app.simt.names import Unknown
from tests.attacks.interpreter.attacks import Attack, attacks, tried

ALL = {attack.name: attack for attack in attacks()}
Patch = pytest.MonkeyPatch
MANY = pytest.param("faults_and_then_a_loop", marks=pytest.mark.slow)


@pytest.fixture(scope="module")
def device() -> Iterator[SimtDevice]:
    with SimtDevice.start() as started:
        yield started


def here(name: str, *change: str) -> Report:
    """Interpreted in this process, changed a little, as what was read is kept by its text."""
    text = ALL[name].source.replace(*change) if change else ALL[name].source + "\n"
    return launch(text, "k", grid=1, block=32, args=[np.zeros(32), np.zeros(32)], limits=Limits(steps=2_000))


def keys(report: Report) -> list[str]:
    return [finding.message_key for finding in report.findings if finding.severity == "error"]


@pytest.mark.slow
def test_records_take_a_hundred_times_their_room(monkeypatch: Patch) -> None:
    for module in (makers, methods):
        monkeypatch.setattr(module, "affordable", lambda shape, dtype: None)
    monkeypatch.setattr(Allowance, "take", lambda self, elements: None)
    tracemalloc.start()
    report = here("wide_records", "400_000", "40_000")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert keys(report) == []
    assert peak > 150_000_000


def test_powers_have_as_many_digits_as_are_asked_for(monkeypatch: Patch) -> None:
    text = ALL["power_by_name"].source.replace("10**17", "10**5")
    assert isinstance(source.read(text).names["N"], Unknown)
    monkeypatch.setattr(room, "MAX_BITS", 1 << 30)
    number = source.read(text).names["N"]
    assert isinstance(number, int)
    assert number.bit_length() > 300_000


def test_a_dtype_s_text_is_read_as_python(monkeypatch: Patch) -> None:
    monkeypatch.setattr(makers, "_DTYPE_TEXT", re.compile(".*"))
    with pytest.raises(SyntaxError):
        here("dtype_that_evaluates")


@pytest.mark.slow
def test_calls_within_calls_reach_the_end_of_the_stack(monkeypatch: Patch) -> None:
    monkeypatch.setattr(launching, "_depth_told", nullcontext)
    with pytest.raises(RecursionError):
        here("functions_that_nest_calls")


@pytest.mark.parametrize("name", ["floats_that_are_no_numbers", "names_that_fill_a_finding", MANY])
def test_findings_become_what_no_verdict_can_hold(monkeypatch: Patch, name: str) -> None:
    monkeypatch.setattr(launching, "told", list)
    findings = here(name).findings
    held = [json.dumps(dict(finding.args)) for finding in findings]
    assert len(held) > 256 or any(len(text) > 4_096 or "NaN" in text for text in held)


@pytest.mark.slow
def test_a_module_works_for_seconds(monkeypatch: Patch) -> None:
    assert keys(here("loop_of_many_statements")) == ["unsupported.too_much"]
    monkeypatch.setattr(Allowance, "work", lambda self, line, pieces=1: None)
    assert keys(here("loop_of_many_statements", "out[0] = x", "out[0] = x + 1")) == []


@pytest.mark.slow
def test_variables_take_the_memory_that_they_are_given(device: SimtDevice) -> None:
    attack: Attack = ALL["variables_without_end"]
    assert tried(device, attack).status == "memory_limit"
    assert tried(device, attack, replace(attack.limits, bytes=2 << 30)).status == "ok"


@pytest.mark.slow
def test_a_loop_takes_the_time_that_it_is_given(device: SimtDevice) -> None:
    limits = replace(ALL["loop_without_end"].limits, steps=10**12, seconds=1.0)
    result = tried(device, ALL["loop_without_end"], limits)
    assert (result.status, result.late) == ("time_limit", True)
