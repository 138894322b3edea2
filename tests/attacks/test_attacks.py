"""Every function in scripts/ is an attack, and its docstring names the layers of which each alone stops it.

Each is tried three times: against the whole wall, which must hold; with all its layers away, which must let it
through, or the test could not fail; and with each of its layers alone in place. In the second stage they are
tried on the wall of a GPU's executor, too, which is put up in a process of its own for each.
"""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.config import ROOT
from app.protocol.frames import Frame
from app.sandbox import Layer, Sandbox

Facts = dict[str, object]
WallWithout = Callable[..., Sandbox]
SCRIPTS = Path(__file__).parent / "scripts"


@dataclass(frozen=True)
class Attack:
    """One function of one script."""

    script: Path
    name: str
    stopped_by: frozenset[Layer]

    def __str__(self) -> str:
        return f"{self.script.stem}.{self.name}"


def attacks(script: Path) -> Iterator[Attack]:
    """The functions whose docstrings name layers."""
    for node in ast.parse(script.read_text()).body:
        if isinstance(node, ast.FunctionDef):
            said = re.search(r"Stopped by: ([\w, ]+)", ast.get_docstring(node) or "")
            if said:
                yield Attack(script, node.name, frozenset(map(Layer, said[1].split(", "))))


ATTACKS = [attack for script in sorted(SCRIPTS.glob("*.py")) for attack in attacks(script)]
ALONE = [(attack, layer) for attack in ATTACKS for layer in sorted(attack.stopped_by)]
NOT_ROOT = os.geteuid() != 0
CONFINED = Path(__file__).with_name("confined.py")
EXECUTOR_MAY = {"memory_files", "pipes", "read_own_maps", "start_a_thread"}  # and a learner's process may not


def succeeds(wall: Sandbox, attack: Attack, facts: Facts) -> bool:
    """Try it. Skips where this machine lacks what is attacked."""
    outcome = wall.run(Frame("attack", {"script": attack.script.read_text(), "attack": attack.name, "facts": facts}))
    for frame in outcome.frames:
        if frame.kind == "not_here":
            pytest.skip(str(frame.data["why"]))
    print(outcome.ending, outcome.detail, outcome.stderr)
    return str(facts["marker"]) in outcome.stdout


@pytest.mark.parametrize("attack", ATTACKS, ids=str)
def test_the_wall_stops_it(attack: Attack, wall: Sandbox, facts: Facts) -> None:
    assert not succeeds(wall, attack, facts)


@pytest.mark.parametrize("landlock_abi", [1, 4])
@pytest.mark.parametrize("attack", [attack for attack in ATTACKS if Layer.LANDLOCK in attack.stopped_by], ids=str)
def test_the_wall_of_an_older_kernel_stops_it(
    attack: Attack, landlock_abi: int, wall_without: WallWithout, facts: Facts
) -> None:
    assert not succeeds(wall_without(landlock_abi=landlock_abi), attack, facts)


@pytest.mark.parametrize("attack", ATTACKS, ids=str)
def test_it_succeeds_without_the_layers_that_stop_it(attack: Attack, wall_without: WallWithout, facts: Facts) -> None:
    assert succeeds(wall_without(attack.stopped_by), attack, facts)


@pytest.mark.parametrize(("attack", "layer"), ALONE, ids=str)
def test_each_of_its_layers_stops_it_alone(
    attack: Attack, layer: Layer, wall_without: WallWithout, facts: Facts
) -> None:
    if layer is Layer.IDS and NOT_ROOT:
        pytest.skip("a plain user keeps its id")
    assert not succeeds(wall_without(attack.stopped_by - {layer}), attack, facts)


def succeeds_as_executor(attack: Attack, facts: Facts, missing: Iterable[Layer] = ()) -> bool:
    """Try it in a process that is confined as an executor is, but for these layers."""
    job = {"script": attack.script.read_text(), "attack": attack.name, "facts": facts, "missing": sorted(missing)}
    command = [sys.executable, "-I", str(CONFINED), str(ROOT), json.dumps(job)]
    done = subprocess.run(command, capture_output=True, text=True, env={}, cwd="/", timeout=60, check=False)
    if done.stdout.startswith("not here"):
        pytest.skip(done.stdout)
    print(done.returncode, done.stdout, done.stderr)
    return str(facts["marker"]) in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("attack", ATTACKS, ids=str)
def test_the_wall_of_an_executor_stops_it(attack: Attack, facts: Facts) -> None:
    assert succeeds_as_executor(attack, facts) == (attack.name in EXECUTOR_MAY)


@pytest.mark.slow
@pytest.mark.parametrize("attack", ATTACKS, ids=str)
def test_it_succeeds_on_an_executor_without_the_layers_that_stop_it(attack: Attack, facts: Facts) -> None:
    assert succeeds_as_executor(attack, facts, attack.stopped_by)
