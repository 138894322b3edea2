"""Every file in the folders beside this one is an attack (suite.py says how to read them).

Those that layers stop are tried three times: against the whole wall, which must hold; with all their layers away, which
must let them through, or the test could not fail; and with each of their layers alone in place. The first stage tries
all on the whole wall and a few on less; the second stage tries all, on older kernels' Landlock and on the wall of a
GPU's executor, too. test_contexts.py tries all again as another user and under Docker's filter.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from app.protocol.frames import Frame
from app.sandbox import Ending, Layer, Outcome, Sandbox, ids, landlock
from tests.attacks.executors import Executors
from tests.attacks.suite import Attack, layered

Facts = dict[str, object]
WallWithout = Callable[..., Sandbox]
LAYERED = layered()
OF_LANDLOCK = [attack for attack in LAYERED if Layer.LANDLOCK in attack.stopped_by]
ALONE = [(attack, layer) for attack in LAYERED for layer in sorted(attack.stopped_by)]
FOR_EXECUTORS = [attack for attack in LAYERED if attack.kind != "bombs"]
NOT_ROOT = os.geteuid() != 0
SEARCHING = ids.is_root() and ids.closed_to_others([*landlock.interpreter(), *landlock.packages(["numpy"])]) is not None
UNDER_DOCKER = os.environ.get("GRIDSTRIDE_CONTEXT") == "docker"


def lasts(attack: Attack) -> bool:
    """Whether it takes seconds, because processor time has to pass."""
    return Ending.TIME_LIMIT in attack.ends and attack.path.stem != "spin"


def first_of_each(attacks: list[Attack]) -> set[Attack]:
    """One for each of the four combinations of layers that stop the most."""
    sets: dict[frozenset[Layer], list[Attack]] = {}
    for attack in attacks:
        sets.setdefault(attack.stopped_by, []).append(attack)
    return {same[0] for same in sorted(sets.values(), key=len)[-4:]}


SAMPLE = first_of_each(LAYERED)


def staged(attacks: list[Attack], later: Callable[[Attack], bool]) -> list[object]:
    """Parameters, of which some are for the second stage."""
    marks = {True: [pytest.mark.slow], False: []}
    return [pytest.param(attack, id=str(attack), marks=marks[later(attack)]) for attack in attacks]


def tried(wall: Sandbox, attack: Attack, facts: Facts) -> tuple[bool, Outcome]:
    """Whether it succeeded, and how it ended. Skips where this machine lacks what is attacked."""
    outcome = wall.run(Frame("attack", {"script": attack.script, "attack": "attack", "facts": facts}))
    for frame in outcome.frames:
        if frame.kind == "not_here":
            pytest.skip(str(frame.data["why"]))
    print(outcome.ending, outcome.detail, outcome.stderr)
    return str(facts["marker"]) in outcome.stdout, outcome


@pytest.mark.parametrize("attack", staged(LAYERED, lasts))
def test_the_wall_stops_it(attack: Attack, wall: Sandbox, facts: Facts) -> None:
    succeeded, outcome = tried(wall, attack, {**facts, "capabilities": -1})  # even where it would need some
    assert not succeeded
    assert outcome.ending in (attack.ends or {Ending.OK, Ending.CRASHED, Ending.MEMORY_LIMIT})


@pytest.mark.slow
@pytest.mark.parametrize("landlock_abi", [1, 4])
@pytest.mark.parametrize("attack", OF_LANDLOCK, ids=str)
def test_the_wall_of_an_older_kernel_stops_it(
    attack: Attack, landlock_abi: int, wall_without: WallWithout, facts: Facts
) -> None:
    assert not tried(wall_without(landlock_abi=landlock_abi), attack, facts)[0]


@pytest.mark.parametrize("attack", staged(LAYERED, lambda attack: attack not in SAMPLE))
def test_it_succeeds_without_the_layers_that_stop_it(attack: Attack, wall_without: WallWithout, facts: Facts) -> None:
    succeeded, _ = tried(wall_without(attack.stopped_by), attack, facts)
    assert succeeded != (UNDER_DOCKER and attack.docker_refuses)


@pytest.mark.slow
@pytest.mark.parametrize(("attack", "layer"), ALONE, ids=str)
def test_each_of_its_layers_stops_it_alone(
    attack: Attack, layer: Layer, wall_without: WallWithout, facts: Facts
) -> None:
    if layer is Layer.IDS and NOT_ROOT:
        pytest.skip("a plain user keeps its id")
    if layer in attack.searching_passes and SEARCHING:
        pytest.skip("children may pass every folder here, because Python lives in one that is closed")
    assert not tried(wall_without(attack.stopped_by - {layer}), attack, facts)[0]


@pytest.mark.slow
@pytest.mark.parametrize("attack", FOR_EXECUTORS, ids=str)
def test_the_wall_of_an_executor_stops_it(attack: Attack, executors: Executors, facts: Facts) -> None:
    assert executors.let_in(attack, facts) == attack.executor_may


@pytest.mark.slow
@pytest.mark.parametrize("attack", FOR_EXECUTORS, ids=str)
def test_it_succeeds_on_an_executor_without_the_layers_that_stop_it(
    attack: Attack, executors: Executors, facts: Facts
) -> None:
    missing = set(attack.stopped_by)
    if Layer.NON_DUMPABLE in missing:
        missing.add(Layer.IDS)  # the kernel closes whoever changes its user to debuggers
    assert executors.let_in(attack, facts, missing)
