"""What workers say of their GPUs, and what can be known from it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from app.store.cards import CardRow, CardStore

SINCE = datetime(2026, 1, 1, tzinfo=UTC)
PEAKS = {"copy_gbps": 4000.0, "float32_gflops": 50_000.0, "float64_gflops": 25_000.0}
H200 = CardRow("GPU-1", "NVIDIA H200", "sm_90", 140 << 30, "580.1", True, "", SINCE, PEAKS, 7, 0.25)
ILL = replace(H200, usable=False, reason="The card failed a test kernel.")


@pytest.fixture
def cards(world):
    return CardStore(world.db)


def test_a_card_is_seen_as_it_was_told_of(cards):
    cards.tell("one", [H200])
    (seen,) = cards.seen()
    assert (seen.name, seen.usable, seen.reason, seen.since, seen.busy) == ("NVIDIA H200", True, "", SINCE, 0.25)


def test_what_a_worker_says_replaces_what_it_said(cards):
    cards.tell("one", [H200, replace(H200, uuid="GPU-2")])
    cards.tell("one", [ILL])
    assert [(one.uuid, one.reason) for one in cards.seen()] == [("GPU-1", ILL.reason)]


def test_a_card_of_several_workers_is_one_and_used_where_one_of_them_uses_it(cards):
    cards.tell("one", [ILL])
    cards.tell("two", [replace(H200, busy=0.9)])
    (seen,) = cards.seen()
    assert (seen.usable, seen.reason, seen.busy) == (True, "", 1.0)


def test_a_worker_that_is_not_heard_of_any_more_has_no_cards(cards, world):
    cards.tell("one", [H200])
    world.clock.advance(121)
    assert cards.seen() == []


def test_workers_of_long_ago_are_forgotten(cards, world):
    cards.tell("one", [H200])
    world.clock.advance(2 * 86_400)
    cards.tell("two", [])
    with world.db.read() as conn:
        assert conn.exec_driver_sql("SELECT count(*) FROM card").scalar() == 0
