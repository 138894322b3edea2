"""Arguments in shared memory: the newest ones are kept, up to so many bytes."""

from __future__ import annotations

import os

import numpy as np
import pytest

from app.devices.cards.shelf import Shelf
from tests.devices.cards.machine import Machine

PAGE = 4096


@pytest.fixture
def shelf():
    made = Shelf(2 * PAGE)
    yield made
    made.close()


def bring(shelf: Shelf, executor, *names: str) -> list[str]:
    """Use these one after the other, and say what the executor then holds."""
    for name in names:
        with shelf.area(name, {"a": np.zeros(8)}) as (key, area):
            shelf.bring(executor, key, area)
    return list(executor.held)


def test_what_was_not_used_for_longest_goes_first(shelf):
    executor = Machine().start(0)
    assert bring(shelf, executor, "one", "two", "one", "three") == ["one", "three"]


def test_one_that_is_larger_than_all_room_is_used_all_the_same(shelf):
    with shelf.area("large", {"a": np.zeros(PAGE)}) as (_, area):
        assert area.layout.size > 2 * PAGE
        assert os.fstat(area.fileno()).st_size == area.layout.size


def test_each_executor_is_sent_what_it_does_not_hold(shelf):
    first, second = Machine().start(0), Machine().start(0)
    bring(shelf, first, "one")
    assert bring(shelf, second, "one") == ["one"]


def test_no_descriptor_is_left():
    before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208  # a count
    shelf = Shelf(2 * PAGE)
    bring(shelf, Machine().start(0), "one", "", "two", "", "three")
    shelf.close()
    assert len(os.listdir("/proc/self/fd")) == before  # noqa: PTH208  # a count
