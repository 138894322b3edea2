"""Attacks that no layer has to stop: a limit that the worker keeps, the form of frames, or a process of one's own does.

What can be switched off is switched off, and then they succeed; what cannot, because it is how the thing is built, is
shown against a judge that is built the other way (naive.py).
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from app.protocol.frames import Frame
from app.sandbox import Ending, Limits, Outcome, Sandbox, watch
from tests.attacks.conftest import LIMITS
from tests.attacks.suite import HERE, Attack, held

Facts = dict[str, object]
SHORT = replace(LIMITS, seconds=0.4)
PATIENCE = 1.0  # what those who wait, wait; more than SHORT
SLOW = 0.3  # what those who lie about time, take
NAIVE = Path(__file__).with_name("naive.py")
CHEATS = [attack for attack in held("another process") if attack.kind == "cheats"]


def tried(wall: Sandbox, attack: Attack, facts: Facts, limits: Limits = LIMITS, function: str = "attack") -> Outcome:
    """How one function of it ends."""
    told = {**facts, "patience": PATIENCE, "slow_seconds": SLOW}
    outcome = wall.run(Frame("attack", {"script": attack.script, "attack": function, "facts": told}), limits=limits)
    print(outcome.ending, outcome.detail, outcome.stderr[-2000:])
    return outcome


def naively(mode: str, attack: Attack, facts: Facts) -> str:
    """What the naive judge prints last."""
    told = {"script": attack.script, "facts": {**facts, "slow_seconds": SLOW}}
    command = [sys.executable, "-I", str(NAIVE), mode, str(HERE)]
    done = subprocess.run(command, input=json.dumps(told), capture_output=True, text=True, timeout=60, check=False)
    print(done.stdout, done.stderr)
    return (done.stdout.splitlines() or [""])[-1]


@pytest.mark.parametrize("attack", held("wall clock"), ids=str)
def test_a_job_that_waits_ends_when_its_time_is_over(attack: Attack, wall: Sandbox, facts: Facts) -> None:
    outcome = tried(wall, attack, facts, SHORT)
    assert {outcome.ending} == attack.ends
    assert str(facts["marker"]) not in outcome.stdout


@pytest.mark.slow
@pytest.mark.parametrize("attack", held("wall clock"), ids=str)
def test_with_more_time_it_would_go_on(attack: Attack, wall: Sandbox, facts: Facts) -> None:
    assert str(facts["marker"]) in tried(wall, attack, facts).stdout


@pytest.mark.parametrize("attack", held("output limit"), ids=str)
def test_a_flood_ends_the_job_and_its_beginning_is_kept(attack: Attack, wall: Sandbox, facts: Facts) -> None:
    outcome = tried(wall, attack, facts)
    assert {outcome.ending} == attack.ends
    assert len(outcome.stdout) + len(outcome.stderr) <= LIMITS.stdout_bytes
    assert len(outcome.frames) <= 2000


@pytest.mark.slow
@pytest.mark.parametrize("attack", held("output limit"), ids=str)
def test_without_its_limit_a_flood_arrives(
    attack: Attack, wall: Sandbox, facts: Facts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "_FLOOD", 1 << 30)
    monkeypatch.setattr(watch, "_FRAMES", 1 << 30)
    much = replace(LIMITS, result_bytes=1 << 28, stdout_bytes=1 << 28)
    assert str(facts["marker"]) in tried(wall, attack, facts, much).stdout


@pytest.mark.parametrize("attack", held("frames"), ids=str)
def test_what_is_no_frame_ends_the_job_and_harms_nobody(attack: Attack, wall: Sandbox, facts: Facts) -> None:
    outcome = tried(wall, attack, facts)
    assert {outcome.ending} == attack.ends
    assert len([frame for frame in outcome.frames if frame.kind != "answer"]) == attack.whole_frames
    assert not Path(str(facts["folder"]), "made").exists()


@pytest.mark.parametrize("attack", held("fresh child"), ids=str)
def test_it_harms_its_own_process_alone(attack: Attack, wall: Sandbox, facts: Facts) -> None:
    first = tried(wall, attack, facts, SHORT if attack.kind == "bombs" else LIMITS)
    assert not attack.ends or first.ending in attack.ends
    if attack.kind == "leftovers":
        assert str(facts["marker"]) not in tried(wall, attack, facts, function="after").stdout
    else:
        assert first.frames == ()


def test_the_next_job_runs_as_if_nothing_had_been(wall: Sandbox, facts: Facts) -> None:
    for attack in held("fresh child")[:3]:
        tried(wall, attack, facts)
    hello = Frame("attack", {"script": "attack = print", "attack": "attack", "facts": facts})
    assert wall.run(hello).ending is Ending.OK


@pytest.mark.slow
@pytest.mark.parametrize("attack", [attack for attack in held("fresh child") if attack.kind == "leftovers"], ids=str)
def test_in_one_process_the_next_job_finds_it(attack: Attack, facts: Facts) -> None:
    assert naively("serve", attack, facts) == facts["marker"]


@pytest.mark.parametrize("attack", CHEATS, ids=str)
def test_a_cheat_answers_nothing_that_is_right(attack: Attack, wall: Sandbox, facts: Facts) -> None:
    """What the parent expects is in the parent alone. Not a guess is right, and a word printed is no answer."""
    outcome = tried(wall, attack, facts)
    answers = [frame.data["value"] for frame in outcome.frames]
    assert answers in ([], [0])
    assert all(frame.kind == "answer" for frame in outcome.frames)


@pytest.mark.slow
@pytest.mark.parametrize("attack", CHEATS, ids=str)
def test_a_judge_in_the_same_process_is_fooled(attack: Attack, facts: Facts) -> None:
    assert naively("judge", attack, facts).startswith("passed")


def test_no_socket_is_left_open(wall: Sandbox, facts: Facts) -> None:
    (attack,) = [attack for attack in held("another process") if attack.kind == "network"]
    assert str(facts["marker"]) not in tried(wall, attack, facts).stdout
    assert naively("judge", attack, facts).startswith("failed")  # it found one, for it has not raised


@pytest.mark.parametrize("attack", held("clock of the parent"), ids=str)
def test_the_time_is_taken_outside(attack: Attack, wall: Sandbox, facts: Facts) -> None:
    assert tried(wall, attack, facts).seconds >= SLOW


@pytest.mark.slow
@pytest.mark.parametrize("attack", held("clock of the parent"), ids=str)
def test_a_clock_in_the_same_process_is_fooled(attack: Attack, facts: Facts) -> None:
    assert float(naively("judge", attack, facts).split()[1]) < SLOW / 2
