"""What a worker makes of its cards: queues, and what it tells of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from app.devices.cards.standing import Standing
from app.devices.records import Card
from app.errors import StoreError
from app.store.cards import CardRow
from app.worker.cards import Roll, capabilities, model

CARD = Card(0, "GPU-1", "NVIDIA H200", "sm_90", 140 << 30, 132, "580.1", "13.0", reads_host=False)
WELL = Standing(CARD, None, True, "", datetime(2026, 1, 1, tzinfo=UTC), 0, 0.0)
ILL = replace(WELL, usable=False, reason="It failed a test kernel.")


class Fleet:
    def __init__(self, *standings: Standing) -> None:
        self.now = standings

    def standings(self) -> tuple[Standing, ...]:
        return self.now


class Store:
    def __init__(self) -> None:
        self.told: list[list[CardRow]] = []
        self.refuses = False

    def tell(self, worker: str, rows: list[CardRow]) -> None:
        if self.refuses:
            raise StoreError("the disk is full")
        self.told.append(list(rows))


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("NVIDIA H200", "h200"),
        ("NVIDIA A100-SXM4-80GB", "a100-sxm4-80gb"),
        ("NVIDIA GeForce RTX 4090", "rtx-4090"),
        ("Tesla T4", "t4"),
        ("NVIDIA", "unknown"),
    ],
)
def test_a_model_is_the_name_without_its_maker(name, expected):
    assert model(name) == expected


def test_a_worker_can_do_what_its_usable_cards_can():
    other = replace(WELL, card=replace(CARD, name="NVIDIA L4"))
    assert capabilities([]) == ("simt",)
    assert capabilities([ILL]) == ("simt",)
    assert capabilities([WELL, WELL, ILL, other]) == ("simt", "gpu", "gpu.h200", "gpu.l4")


def test_cards_are_told_of_when_something_changes_and_now_and_then():
    fleet, store, clock = Fleet(WELL), Store(), Clock()
    roll = Roll(store, "me", fleet, clock)
    for clock.now in (0.0, 1.0, 29.0, 31.0):
        roll.tell()
    assert len(store.told) == 2
    fleet.now = (ILL,)
    roll.tell()
    assert [row.reason for row in store.told[-1]] == [ILL.reason]
    roll.withdraw()
    assert store.told[-1] == []


def test_busy_is_the_part_of_the_time_since_it_was_last_told():
    fleet, store, clock = Fleet(WELL), Store(), Clock()
    roll = Roll(store, "me", fleet, clock)
    roll.tell()
    clock.now, fleet.now = 40.0, (replace(WELL, busy_s=10.0),)
    roll.tell()
    assert [rows[0].busy for rows in store.told] == [0.0, 0.25]


def test_a_store_that_refuses_is_told_again(caplog):
    store = Store()
    roll = Roll(store, "me", Fleet(WELL), Clock())
    store.refuses = True
    roll.tell()
    store.refuses = False
    roll.tell()
    assert len(store.told) == 1
    assert "the disk is full" in caplog.text


def test_a_worker_without_cards_tells_of_none():
    store = Store()
    roll = Roll(store, "me", None)
    roll.tell()
    roll.withdraw()
    assert (roll.capabilities(), store.told) == (("simt",), [])
