"""What workers say of their walls."""

from __future__ import annotations

import pytest

from app.store.walls import WallRow, WallStore

STANDS = WallRow("seccomp", "stands", "")
AWAY = WallRow("landlock", "missing", "this kernel has no Landlock")


@pytest.fixture
def walls(world) -> WallStore:
    return WallStore(world.db)


def test_each_worker_is_seen_with_its_layers(walls):
    walls.tell("host:2", [STANDS])
    walls.tell("host:1", [STANDS, AWAY])
    assert [(one.worker, one.layers) for one in walls.seen()] == [("host:1", (AWAY, STANDS)), ("host:2", (STANDS,))]


def test_what_a_worker_says_takes_the_place_of_what_it_said(walls):
    walls.tell("host:1", [AWAY])
    walls.tell("host:1", [STANDS])
    assert walls.seen()[0].layers == (STANDS,)
    walls.tell("host:1", [])
    assert walls.seen() == []


def test_who_is_silent_is_not_seen_for_long(world, walls):
    walls.tell("host:1", [STANDS])
    world.clock.advance(60)
    assert [one.seen_s for one in walls.seen()] == [60.0]
    world.clock.advance(61)
    assert walls.seen() == []
