"""When a worker tells of its wall, and what."""

from __future__ import annotations

from app.config import LAYERS, Settings
from app.errors import StoreError
from app.store.database import Database
from app.store.walls import WallRow, WallStore
from app.worker.walls import Walls, standing, tell_missing

ROWS = [WallRow("seccomp", "stands", "")]


class Store:
    def __init__(self, *, refuses: bool = False) -> None:
        self.told: list[list[WallRow]] = []
        self.refuses = refuses

    def tell(self, worker: str, rows: list[WallRow]) -> None:
        assert worker == "me"
        self.told.append(list(rows))
        if self.refuses:
            raise StoreError("the disk is full")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_it_is_told_now_and_then_and_taken_back_at_the_end():
    store, clock = Store(), Clock()
    walls = Walls(store, "me", ROWS, clock)
    for clock.now in (0.0, 1.0, 29.0, 31.0):
        walls.tell()
    walls.withdraw()
    assert store.told == [ROWS, ROWS, []]


def test_who_has_no_wall_tells_nothing():
    store = Store()
    walls = Walls(store, "me", [])
    walls.tell()
    walls.withdraw()
    assert store.told == []


def test_a_store_that_refuses_costs_no_worker(caplog):
    walls = Walls(Store(refuses=True), "me", ROWS)
    walls.tell()
    assert "the wall was not told of: the disk is full" in caplog.text


def test_a_layer_stands_unless_it_was_left_out():
    states = {row.layer: row.state for row in standing(["landlock"])}
    assert states == dict.fromkeys(LAYERS, "stands") | {"landlock": "left_out"}


def test_a_worker_that_does_not_start_is_seen_with_what_is_missing(tmp_path):
    tell_missing(Settings(data=tmp_path), "me", {"landlock": "this kernel has no Landlock"})
    with Database.open(tmp_path) as db:
        (wall,) = WallStore(db).seen()
    assert (wall.worker, wall.layers) == ("me", (WallRow("landlock", "missing", "this kernel has no Landlock"),))
