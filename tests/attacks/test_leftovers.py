"""What one job leaves behind for the next, and what the server leaves lying about: nothing."""

from __future__ import annotations

import ast
import re
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from app.devices import compiler, simt
from app.protocol.frames import Frame
from app.sandbox import ALL_LAYERS, Layer, Limits, Sandbox
from app.sandbox.spawn import Ended, Zygote
from tests.attacks.conftest import LIMITS

SEARCH = (Path(__file__).parent / "leftovers" / "search_the_memory.py").read_text()


def job(script: str, **facts: object) -> Frame:
    """A job of the attacker's child module."""
    return Frame("attack", {"script": script, "attack": "attack", "facts": {"marker": "-", **facts}})


def searched(wall: Sandbox, pattern: str) -> list[str]:
    """What a child finds in its memory. Raises where it could not look."""
    outcome = wall.run(job(SEARCH, pattern=pattern))
    found = ast.literal_eval(outcome.stdout.splitlines()[0])
    assert isinstance(found, list)
    return found


def test_nothing_of_an_earlier_job_is_in_memory(wall_without: Callable[..., Sandbox]) -> None:
    wall = wall_without([Layer.LANDLOCK])
    earlier, own = secrets.token_hex(16), secrets.token_hex(16)
    wall.run(job(f"# learner-{earlier}\ndef attack(facts): pass", note=f"learner-{earlier}"))
    outcome = wall.run(job(f"{SEARCH}\n# learner-{own}", pattern="learne[r]-([0-9a-f]{32})"))
    assert own in outcome.stdout  # so the search works
    assert earlier not in outcome.stdout


def test_the_environment_of_the_server_is_not_in_memory(
    monkeypatch: pytest.MonkeyPatch, new_wall: Callable[..., Sandbox]
) -> None:
    monkeypatch.setenv("GRIDSTRIDE_DATABASE", f"password-{secrets.token_hex(16)}")
    wall = new_wall(ALL_LAYERS - {Layer.LANDLOCK})
    assert searched(wall, "passwor[d]-([0-9a-f]{32})") == []
    assert searched(wall, "OMP_NUM_THREAD[S]=1") != []  # what the zygote set for itself is there to be found


OPEN = """
import os
def attack(facts):
    for number in range(1024):
        try:
            print(number, os.readlink(f"/proc/self/fd/{number}").partition(":")[0])
        except OSError:
            continue
"""


def test_a_child_holds_its_own_descriptors_and_none_of_another_job(
    new_wall: Callable[..., Sandbox], wall: Sandbox
) -> None:
    """Sandboxes have leaked what one job had open into another that was forked meanwhile."""
    sleep = job("import time\ndef attack(facts): time.sleep(0.5)")
    with ThreadPoolExecutor(1) as pool:
        asleep = pool.submit(new_wall().run, sleep)
        held = wall.run(job(OPEN)).stdout.splitlines()[:-1]
        asleep.result()
    assert held == ["0 /dev/null", "1 pipe", "2 pipe", "3 pipe"]


MAPS = """
from pathlib import Path
def attack(facts):
    print(Path("/proc/self/maps").read_text())
"""


def test_no_writable_memory_is_shared_between_children(wall_without: Callable[..., Sandbox]) -> None:
    """What a zygote has mapped as shared, every child could write to for all others."""
    maps = wall_without([Layer.LANDLOCK, Layer.NON_DUMPABLE]).run(job(MAPS)).stdout
    rights = re.findall(r"^[0-9a-f]+-[0-9a-f]+ (\S{4}) ", maps, re.MULTILINE)
    assert len(rights) > 100
    assert [right for right in rights if right[1] == "w" and right[3] == "s"] == []


def test_memory_that_a_bomb_has_touched_is_bounded(wall: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit on addresses that is far above what a job needs lets it fill the machine before the clock ends it."""
    seen: list[Ended] = []
    ended = Zygote.ended

    def noted(zygote: Zygote) -> Ended:
        seen.append(ended(zygote))
        return seen[-1]

    monkeypatch.setattr(Zygote, "ended", noted)
    wall.run(job("attack = print"))
    wall.run(job("def attack(facts):\n    hold = []\n    while True: hold.append(bytearray(1 << 20))"))
    quiet, bomb = (end.resident_bytes for end in seen)
    assert quiet < bomb < quiet + LIMITS.address_bytes


@pytest.mark.parametrize("limits", [compiler.LIMITS, simt.LIMITS], ids=["compiler", "interpreter"])
def test_no_kind_of_job_may_map_more_than_two_gigabytes(limits: Limits) -> None:
    assert limits.address_bytes <= 2 << 30
    assert limits.cpu_seconds <= limits.seconds
