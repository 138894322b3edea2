"""Machine code that is read while cases run: in turn, not too much of it, and not beyond the worker's end."""

from __future__ import annotations

import threading

import pytest

from app.errors import InfrastructureError
from app.protocol.compiled import Compiled
from app.worker.listing import MOST, Listing

KERNEL = Compiled("", "k", "k", "sm_90", "", b"cubin", 16, 0, 0, 0)


class Slow:
    """A disassembler that answers when it is let."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.begun = threading.Event()
        self.asked = 0

    def sass(self, compiled: Compiled) -> tuple[tuple[int | None, str], ...]:
        self.asked += 1
        self.begun.set()
        assert self.gate.wait(20)
        return ((1, "EXIT"),)


@pytest.fixture
def slow():
    made = Slow()
    yield made
    made.gate.set()


def test_more_than_can_be_read_in_time_is_left_out(slow):
    listing = Listing(slow)
    begun = [listing.begin(KERNEL) for _ in range(MOST + 2)]
    slow.gate.set()
    assert [len(one.result(20)) for one in begun] == [1] * MOST + [0, 0]
    listing.close()


@pytest.mark.parametrize("error", [InfrastructureError("no wall"), RuntimeError("a mistake of ours")])
def test_what_cannot_be_read_is_empty_and_said_to_whoever_runs_the_site(error, caplog):
    class Broken:
        def sass(self, compiled: Compiled) -> tuple[tuple[int | None, str], ...]:
            raise error

    listing = Listing(Broken())
    assert listing.begin(KERNEL).result(20) == ()
    assert ["machine code" in record.getMessage() for record in caplog.records] == [True]
    listing.close()


def test_closing_waits_for_what_is_read_and_begins_nothing_more(slow):
    listing = Listing(slow)
    first, second = listing.begin(KERNEL), listing.begin(KERNEL)
    assert slow.begun.wait(20)
    threading.Timer(0.05, slow.gate.set).start()
    listing.close()
    assert (first.result(0), second.cancelled(), slow.asked) == (((1, "EXIT"),), True, 1)
