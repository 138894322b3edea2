"""One card: a spare behind each executor, replaced when spent, set aside when ill. The test does the thread's steps."""

from __future__ import annotations

import threading
from pathlib import Path
from unittest.mock import Mock

import pytest

from app.devices.cards.keeping import PeakFolder
from app.devices.cards.lingering import LINGERS_S
from app.devices.cards.standing import Repute
from app.devices.cards.station import IDLE_S, JOBS, NO_START, STUCK, UNSOUND, Station
from app.devices.cards.turns import Turns
from app.worker.stop import Abandon
from tests.devices.cards.machine import PEAKS, Clock, Machine, Trials, card


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def station(tmp_path: Path, machine: Machine, clock: Clock) -> Station:
    """Without a thread of its own, so that nothing happens but what the test does."""
    changed, repute = threading.Condition(), Repute("GPU 0", clock)
    made = Station(card(0), machine.start, changed, Turns(tmp_path), PeakFolder(tmp_path), repute, clock)
    made._thread = threading.current_thread()
    made.want()
    return made


def settle(station: Station) -> None:
    while station.step():
        pass


def test_a_wanted_card_gets_an_executor_and_a_spare(station, machine):
    settle(station)
    assert len(machine.on(0)) == 2
    assert station.ready


def test_the_spare_takes_over_from_a_dead_one_at_once_and_a_new_spare_is_started(station, machine):
    settle(station)
    first = station.take()
    first.kill()
    station.give(first)
    second = station.take()
    assert second is not first
    settle(station)
    assert first.closed
    assert len(machine.on(0)) == 2


def test_an_executor_that_works_is_taken_again(station):
    settle(station)
    first = station.take()
    station.give(first, 0.5)
    assert station.take() is first
    assert (station.jobs, station.busy_s) == (1, 0.5)


def test_an_executor_is_replaced_after_its_share_but_not_while_there_is_no_other(station):
    settle(station)
    first, second = station.take(), station.take()
    first.jobs = JOBS
    station.give(first)
    assert station.take() is first
    station.give(second)
    station.give(first)
    settle(station)
    assert first.closed
    assert not second.closed


def test_a_card_on_which_nothing_starts_is_set_aside_at_the_third_try_and_comes_back(station, machine, clock):
    machine.refuses = {0}
    for pause in (0.5, 2.0, 0.0):
        settle(station)
        clock.advance(pause)
    assert (station.usable, station.reason) == (False, NO_START)
    assert len(machine.started) == 3
    machine.refuses = set()
    clock.advance(59)
    assert not station.step()
    clock.advance(1)
    settle(station)
    assert station.ready


def test_a_card_that_stays_ill_is_tried_less_and_less_often(station, machine, clock):
    station.set_aside(UNSOUND, "ill")
    machine.refuses = {0}
    tried = []
    for second in range(3000):
        before = len(machine.started)
        settle(station)
        if len(machine.started) > before:
            tried.append(second)
        clock.advance(1)
    assert tried == [60, 360, 1260, 2160]


def test_a_card_in_doubt_is_probed_before_it_is_used_again(station):
    station.trials = trials = Trials()
    settle(station)
    station.doubt()
    assert station.take() is not None
    assert trials.probed == 1
    assert station.take() is not None
    assert trials.probed == 1


def test_a_card_that_fails_a_kernel_of_ours_is_set_aside_until_it_passes(station, clock):
    station.trials = trials = Trials()
    settle(station)
    trials.ill = {0}
    station.doubt()
    assert station.take() is None
    assert station.reason == UNSOUND
    clock.advance(60)
    settle(station)
    assert not station.usable
    trials.ill = set()
    clock.advance(300)
    settle(station)
    assert station.ready


def test_one_process_that_is_killed_while_it_is_probed_does_not_accuse_the_card(station):
    station.trials = trials = Trials()
    settle(station)
    trials.dies = 1
    station.doubt()
    assert station.take() is None
    assert station.usable
    assert station.take() is not None


def test_two_that_die_in_a_row_do(station):
    station.trials = trials = Trials()
    settle(station)
    trials.dies = 2
    station.doubt()
    assert station.take() is None
    assert station.take() is None
    assert station.reason == UNSOUND


def leave_one(station, machine):
    """One that was killed and does not end."""
    machine.immortal = {0}
    dead = station.take()
    dead.kill()
    station.give(dead)
    settle(station)
    return dead


def test_while_a_killed_process_is_still_there_the_spare_serves_once_it_passes_the_probe(station, machine):
    station.trials = trials = Trials()
    settle(station)
    dead = leave_one(station, machine)
    assert not dead.closed
    assert (station.usable, station.take() is None, trials.probed) == (True, False, 1)
    machine.immortal = set()
    settle(station)
    assert dead.closed
    assert station.usable


def test_a_card_whose_killed_process_is_still_there_and_that_fails_the_probe_is_set_aside(station, machine):
    station.trials = trials = Trials()
    settle(station)
    trials.ill = {0}
    leave_one(station, machine)
    assert station.take() is None
    assert not station.usable


def test_two_killed_processes_that_are_still_there_set_their_card_aside(station, machine):
    settle(station)
    leave_one(station, machine)
    leave_one(station, machine)
    assert station.reason == STUCK


def test_a_killed_process_that_stays_too_long_sets_its_card_aside_until_it_has_ended(station, machine, clock):
    settle(station)
    leave_one(station, machine)
    clock.advance(LINGERS_S + 1)
    settle(station)
    assert station.reason == STUCK
    clock.advance(60)
    settle(station)
    assert not station.usable
    machine.immortal = set()
    clock.advance(300)
    settle(station)
    assert station.ready


def test_what_leaves_a_probe_from_within_ends_its_process_and_leaves_no_place_taken(station, machine, monkeypatch):
    station.trials = Trials()
    settle(station)
    monkeypatch.setattr(station.trials, "probe", Mock(side_effect=Abandon("stop")))
    station.doubt()
    with pytest.raises(Abandon):
        station.take()
    monkeypatch.undo()
    settle(station)
    assert sorted(one.closed for one in machine.started) == [False, False, True]
    assert station.ready


def test_an_idle_card_that_is_not_the_workers_own_is_left_until_it_is_wanted(station, machine, clock):
    settle(station)
    clock.advance(IDLE_S + 1)
    settle(station)
    assert machine.on(0) == []
    assert station.usable
    station.want()
    settle(station)
    assert station.ready


def test_the_workers_own_card_stays_warm(station, machine, clock):
    station.own = True
    settle(station)
    clock.advance(IDLE_S + 1)
    settle(station)
    assert len(machine.on(0)) == 2


def test_peaks_are_measured_once_and_kept_for_the_next_worker(station, machine, tmp_path):
    station.trials = trials = Trials()
    settle(station)
    assert (trials.measured, station.peaks) == ([0], PEAKS)
    again = Station(card(0), machine.start, threading.Condition(), Turns(tmp_path), PeakFolder(tmp_path))
    assert again.peaks == PEAKS


def test_nothing_is_measured_while_someone_uses_the_card(station, tmp_path):
    station.trials = trials = Trials()
    with Turns(tmp_path).take(station.card.uuid):
        settle(station)
        assert trials.measured == []
    settle(station)
    assert trials.measured == [0]


def test_closing_ends_every_executor(station, machine):
    settle(station)
    station._thread = None
    station.close()
    assert all(one.closed for one in machine.started)


def test_closing_gives_up_a_process_that_does_not_end(station, machine):
    settle(station)
    dead = leave_one(station, machine)
    station._thread = None
    station.close()
    assert dead.closed
    assert not station._lingering


def test_a_machine_that_can_start_no_process_is_tried_as_seldom_as_an_ill_card(station, machine, clock, monkeypatch):
    def refuse(index: int) -> None:
        machine.started.append(None)
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(station, "_start", refuse)
    for pause in (0.5, 2.0, 0.0):
        settle(station)
        clock.advance(pause)
    assert (station.reason, len(machine.started)) == (NO_START, 3)


def test_a_doubt_that_comes_while_an_executor_starts_is_not_forgotten(station, machine, monkeypatch):
    station.trials = trials = Trials()
    settle(station)
    ready = machine.started[0].ready
    monkeypatch.setattr("tests.devices.cards.machine.Standin.ready", lambda self, seconds: station.doubt() or ready())
    dead = station.take()
    dead.kill()
    station.give(dead)
    settle(station)
    assert trials.probed == 0
    assert station.take() is not None
    assert trials.probed == 1


def test_a_card_with_no_room_for_a_spare_goes_on_without_one_until_it_needs_it(station, machine, clock):
    station._replenish()
    machine.refuses = {0}
    for _ in range(200):
        settle(station)
        clock.advance(1)
    assert station.ready
    assert len(machine.started) == 1 + 6  # at once, after 0.5, 2, 60, 60 and 60 seconds
    dead = station.take()
    dead.kill()
    machine.refuses = set()
    station.give(dead)
    settle(station)
    assert station.ready


def test_it_is_set_aside_when_none_is_left_and_none_starts(station, machine, clock):
    station._replenish()
    machine.refuses = {0}
    for _ in range(100):
        settle(station)
        clock.advance(1)
    dead = station.take()
    dead.kill()
    station.give(dead)
    settle(station)
    assert station.reason == NO_START
