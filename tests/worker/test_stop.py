"""Signals that stop a worker: at once where it is idle, after the grace where it grades, never within a write."""

from __future__ import annotations

import signal
import time

import pytest

from app.worker.stop import Abandon, StopSignals

GRACE_S = 0.05


@pytest.fixture
def asked():
    return []


@pytest.fixture
def stop(asked):
    with StopSignals(lambda: asked.append(True), GRACE_S) as made:
        yield made


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_is_told_once(stop, asked, number):
    signal.raise_signal(number)
    signal.raise_signal(signal.SIGTERM)
    assert stop.asked
    assert asked == [True]


def test_what_ends_within_the_grace_ends_well():
    with StopSignals(lambda: None, grace_s=0.5) as stop:
        with stop.exposed():
            signal.raise_signal(signal.SIGTERM)
        while signal.getitimer(signal.ITIMER_REAL)[0]:
            time.sleep(0.01)
        assert stop.asked


def test_what_takes_longer_than_the_grace_is_left(stop):
    def graded():
        with stop.exposed():
            signal.raise_signal(signal.SIGTERM)
            time.sleep(10)

    with pytest.raises(Abandon, match="stop"):
        graded()


def test_a_write_is_finished_and_then_left(stop):
    steps = []

    def graded():
        with stop.exposed():
            with stop.shielded():
                signal.raise_signal(signal.SIGTERM)
                time.sleep(2 * GRACE_S)
                steps.append("written")
            steps.append("went on")

    with pytest.raises(Abandon):
        graded()
    assert steps == ["written"]


def test_what_begins_after_the_grace_is_left_at_once(stop):
    signal.raise_signal(signal.SIGTERM)
    time.sleep(2 * GRACE_S)
    with pytest.raises(Abandon), stop.exposed():
        pytest.fail("it began")


def test_the_signals_are_as_before_afterwards():
    before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM)]
    with StopSignals(lambda: None, GRACE_S):
        signal.raise_signal(signal.SIGTERM)
    time.sleep(2 * GRACE_S)
    assert [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM)] == before
