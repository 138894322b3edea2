"""Every job ends, within its limits, and with the right word for how it ended."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.protocol.frames import Frame
from app.sandbox import Ending, Layer, Limits, Outcome, Sandbox

BOMBS = (Path(__file__).parent / "scripts" / "bombs.py").read_text()
SHORT = Limits(seconds=0.5, cpu_seconds=5, address_bytes=256 << 20, result_bytes=1 << 20)
BUSY = Limits(seconds=20, cpu_seconds=1, address_bytes=256 << 20, result_bytes=1 << 20)


def explode(wall: Sandbox, bomb: str, limits: Limits = BUSY) -> Outcome:
    """Run one function of bombs.py."""
    return wall.run(Frame("attack", {"script": BOMBS, "attack": bomb, "facts": {"marker": "-"}}), limits=limits)


@pytest.mark.parametrize(
    ("bomb", "limits", "ending"),
    [
        ("fill_memory", BUSY, Ending.MEMORY_LIMIT),
        ("map_memory", BUSY, Ending.MEMORY_LIMIT),
        ("spin", BUSY, Ending.TIME_LIMIT),
        ("spin", SHORT, Ending.TIME_LIMIT),
        ("spin_and_ignore_signals", BUSY, Ending.TIME_LIMIT),
        ("spin_inside_c", BUSY, Ending.TIME_LIMIT),
        ("sleep", SHORT, Ending.TIME_LIMIT),
        ("print_without_end", BUSY, Ending.OUTPUT_LIMIT),
        ("complain_without_end", BUSY, Ending.OUTPUT_LIMIT),
        ("answer_without_end", BUSY, Ending.OUTPUT_LIMIT),
        ("crash", BUSY, Ending.CRASHED),
    ],
)
def test_a_bomb_gets_its_ending(wall: Sandbox, bomb: str, limits: Limits, ending: Ending) -> None:
    outcome = explode(wall, bomb, limits)
    assert outcome.ending is ending, outcome
    assert outcome.frames == ()


@pytest.mark.parametrize("bomb", ["close_everything", "leave_at_once"])
def test_a_child_that_answers_nothing_has_answered_nothing(wall: Sandbox, bomb: str) -> None:
    outcome = explode(wall, bomb)
    assert outcome.frames == ()
    assert "-" not in outcome.stdout


def test_endless_recursion_ends(wall: Sandbox) -> None:
    assert explode(wall, "recurse").ending in {Ending.CRASHED, Ending.OK}  # newer Pythons survive it


def test_only_the_beginning_of_a_flood_is_kept(wall: Sandbox) -> None:
    outcome = explode(wall, "print_without_end")
    assert outcome.stdout == "x" * BUSY.stdout_bytes


def test_descriptors_are_bounded(wall: Sandbox) -> None:
    assert int(explode(wall, "hoard_descriptors").stdout.split()[1]) < 64


@pytest.mark.parametrize(("bomb", "limits"), [("fill_memory", SHORT), ("spin_inside_c", SHORT)])
def test_the_next_job_runs_as_if_nothing_had_been(wall: Sandbox, bomb: str, limits: Limits) -> None:
    explode(wall, bomb, limits)
    assert explode(wall, "hoard_descriptors").ending is Ending.OK


def test_without_limits_memory_and_descriptors_are_not_bounded(wall_without: Callable[..., Sandbox]) -> None:
    wall = wall_without([Layer.RLIMITS])
    assert int(explode(wall, "hoard_descriptors").stdout.split()[1]) > 64
    spun = explode(wall, "spin", Limits(seconds=1.5, cpu_seconds=1, address_bytes=1, result_bytes=1000))
    assert "wall clock" in spun.detail
