"""What one job leaves behind for the next, and what the server leaves lying about: nothing."""

from __future__ import annotations

import ast
import secrets
from collections.abc import Callable
from pathlib import Path

import pytest

from app.protocol.frames import Frame
from app.sandbox import ALL_LAYERS, Layer, Sandbox

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
