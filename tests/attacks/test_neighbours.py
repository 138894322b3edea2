"""Layers that protect one child from another, and the machine from a child that finds a privileged program."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from app.errors import SandboxError
from app.protocol.frames import Frame
from app.sandbox import ALL_LAYERS, Layer, Sandbox
from app.sandbox.spawn import Ended, Zygote

WallWithout = Callable[..., Sandbox]
HERE = Path(__file__).parent
SLEEP = "import time\ndef attack(facts): time.sleep(60)"
LOOK = (HERE / "others" / "look_into_a_sibling.py").read_text()
RUN = (HERE / "processes" / "run_a_privileged_program.py").read_text()
WITHOUT_MOST = frozenset({Layer.LANDLOCK, Layer.SECCOMP})


def said(wall: Sandbox, script: str, **facts: object) -> str:
    """What it printed first."""
    outcome = wall.run(Frame("attack", {"script": script, "attack": "attack", "facts": {"marker": "-", **facts}}))
    return outcome.stdout.partition("\n")[0]


def jailed_child_of(parent: int | None) -> int:
    """The process id of the first child that has its filter, which is the last layer; waits for it."""
    while True:
        for status in Path("/proc").glob("[0-9]*/status"):
            with suppress(OSError):
                fields = dict(line.split(":\t", 1) for line in status.read_text().splitlines() if ":\t" in line)
                if fields["PPid"] == str(parent) and fields["Seccomp"] == "2":
                    return int(fields["Pid"])
        time.sleep(0.01)


def looked_at(victim: Sandbox, attacker: Sandbox) -> str:
    """What the kernel tells a child of `attacker` that wants to read the memory of a child of `victim`."""
    with ThreadPoolExecutor(1) as pool:
        asleep = pool.submit(said, victim, SLEEP)
        pid = jailed_child_of(victim.zygote_pid)
        answer = said(attacker, LOOK, pid=pid)
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(SandboxError):
            asleep.result()
    return answer


def test_a_child_cannot_be_looked_into_by_another_of_the_same_user(
    new_wall: Callable[..., Sandbox], wall_without: WallWithout
) -> None:
    assert looked_at(new_wall(), wall_without(WITHOUT_MOST)) == "Operation not permitted"


@pytest.mark.slow
def test_without_its_layer_a_child_can_be_looked_into(
    new_wall: Callable[..., Sandbox], wall_without: WallWithout
) -> None:
    victim = new_wall(ALL_LAYERS - {Layer.NON_DUMPABLE})
    assert looked_at(victim, wall_without(WITHOUT_MOST)) == "Bad address"


@pytest.fixture
def privileged(facts: dict[str, object]) -> str:
    """A copy of `id` that runs as root whoever starts it."""
    if os.geteuid() != 0:
        pytest.skip("only root can make a program that runs as root")
    program = Path(str(facts["folder"]), "id")
    shutil.copy("/usr/bin/id", program)
    program.chmod(0o4755)
    return str(program)


def test_a_privileged_program_gains_nothing(wall_without: WallWithout, privileged: str) -> None:
    assert said(wall_without(WITHOUT_MOST), RUN, program=privileged) == "65534"


@pytest.mark.slow
def test_without_its_layer_a_privileged_program_makes_root(wall_without: WallWithout, privileged: str) -> None:
    assert said(wall_without(WITHOUT_MOST | {Layer.NO_NEW_PRIVS}), RUN, program=privileged) == "0"


@pytest.mark.slow
def test_a_zygote_is_asked_once_how_a_killed_child_ended(
    new_wall: Callable[..., Sandbox], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It tells once: who asks again waits for an answer that will not come."""
    asked, ended = [], Zygote.ended

    def counted(zygote: Zygote) -> Ended:
        asked.append(zygote)
        return ended(zygote)

    monkeypatch.setattr(Zygote, "ended", counted)
    wall = new_wall()
    with ThreadPoolExecutor(1) as pool:
        asleep = pool.submit(said, wall, SLEEP)
        os.kill(jailed_child_of(wall.zygote_pid), signal.SIGKILL)
        with pytest.raises(SandboxError):
            asleep.result()
    assert len(asked) == 1
