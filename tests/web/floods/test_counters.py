"""The counters behind the rate limits: exact, and never more than there is room for."""

from __future__ import annotations

import pytest
from limits.storage import MemoryStorage

from app.web.counters import Counters


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_window_begins_with_its_first_count(clock):
    counters = Counters(clock=clock)
    counts = [counters.incr("a", 60), counters.incr("a", 60)]
    clock.now += 59.9
    assert (counts, counters.incr("a", 60), counters.get_expiry("a")) == ([1, 2], 3, 1060.0)


def test_a_window_that_is_over_counts_for_nothing(clock):
    counters = Counters(clock=clock)
    counters.incr("a", 60)
    clock.now += 60
    assert (counters.get("a"), counters.incr("a", 60)) == (0, 1)


def flood(storage, keys):
    for number in range(keys):
        storage.incr(f"address {number}", 60)


def test_a_flood_of_addresses_takes_no_more_room_than_there_is():
    counters = Counters(capacity=100)
    flood(counters, 5_000)
    assert len(counters) == 100


def test_the_librarys_own_storage_would_keep_them_all():
    library = MemoryStorage()
    flood(library, 500)
    kept = len(library.storage)
    library.reset()
    library.timer.join()
    assert kept == 500


def test_the_oldest_makes_room_for_a_new_one(clock):
    counters = Counters(capacity=2, clock=clock)
    for key in ("old", "young", "old", "new"):
        counters.incr(key, 60)
    assert [counters.get(key) for key in ("old", "young", "new")] == [0, 1, 1]


def test_what_is_over_goes_before_anything_that_counts(clock):
    counters = Counters(capacity=10, clock=clock)
    flood(counters, 9)
    clock.now += 60
    counters.incr("new", 60)
    assert len(counters) == 1


def test_a_counter_can_be_cleared_and_all_of_them_too():
    counters = Counters()
    flood(counters, 3)
    counters.clear("address 0")
    assert (counters.get("address 0"), counters.reset(), len(counters), counters.check()) == (0, 2, 0, True)


@pytest.mark.slow
def test_many_more_addresses_than_there_is_room_for_leave_no_more():
    counters = Counters()
    flood(counters, 200_000)
    assert len(counters) == 50_000
