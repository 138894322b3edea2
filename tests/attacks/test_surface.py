"""The kernel beyond the list of calls: out of reach, whatever its number."""

from __future__ import annotations

import platform
from pathlib import Path

import pytest

from app.protocol.frames import Frame
from app.sandbox import Ending, Outcome, Sandbox, syscalls

KERNEL = Path(__file__).parent / "kernel"
LISTED: list[object] = [*syscalls.numbers(syscalls.ALLOWED, platform.machine()).values()]


def call(wall: Sandbox, attack: str) -> Outcome:
    """Run one attack on the kernel."""
    facts: dict[str, object] = {"marker": "-", "listed": LISTED}
    return wall.run(Frame("attack", {"script": (KERNEL / attack).read_text(), "attack": "attack", "facts": facts}))


def test_every_call_that_is_not_listed_is_refused(wall: Sandbox) -> None:
    outcome = call(wall, "every_other_number.py")
    assert outcome.stdout.startswith("reached: []\n"), outcome


@pytest.mark.skipif(platform.machine() != "x86_64", reason="only x86-64 has another ABI")
def test_a_call_by_the_numbers_of_x32_kills(wall: Sandbox) -> None:
    outcome = call(wall, "the_numbers_of_x32.py")
    assert (outcome.ending, outcome.detail) == (Ending.CRASHED, "ended by SIGSYS")
