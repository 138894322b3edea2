"""Every source gets a finding or the limit that it runs into, in words; the interpreter's child never breaks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.devices.simt import SimtDevice
from app.findings import Severity
from app.grading.words import Words
from tests.attacks.interpreter.attacks import Attack, attacks, tried

ATTACKS = attacks()
MARKS = {True: [pytest.mark.slow], False: []}


@pytest.fixture(scope="module")
def device() -> Iterator[SimtDevice]:
    with SimtDevice.start() as started:
        yield started


@pytest.mark.parametrize("attack", [pytest.param(a, id=a.name, marks=MARKS[a.slow]) for a in ATTACKS])
def test_an_attack_gets_what_it_says(device: SimtDevice, attack: Attack) -> None:
    result = tried(device, attack)
    keys = [finding.message_key for finding in result.findings]
    assert result.status == attack.status, keys
    assert set(attack.keys) <= set(keys)
    wrong = [finding for finding in result.findings if finding.severity is Severity.ERROR]
    assert attack.keys or attack.status != "ok" or not wrong, keys
    assert attack.line is None or attack.line == wrong[0].line
    assert all("?" not in Words().finding(finding)[0] for finding in result.findings)


def test_there_are_enough_attacks() -> None:
    assert len(ATTACKS) >= 100
