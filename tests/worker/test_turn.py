"""One turn of a worker, in this process: what it makes of a store that refuses and of an attempt that nobody wants."""

from __future__ import annotations

import time
from concurrent.futures import Future
from datetime import UTC, datetime
from unittest.mock import Mock

import pytest

from app.devices.cards.standing import Standing
from app.devices.records import Card
from app.domain.submission import Mode, Stage
from app.domain.verdict import CompiledReport, Message, Verdict, VerdictKind
from app.errors import InfrastructureError, StoreError
from app.store.cards import CardStore
from app.store.walls import WallRow, WallStore
from app.worker.cards import Cards, Roll
from app.worker.loop import Worker
from app.worker.stop import StopSignals
from app.worker.walls import Walls

PASSED = Verdict(kind=VerdictKind.PASSED, device="simt", message=Message(key="verdict.passed", args={"total": 1}))


class Flaky:
    """An attempt store whose `broken` method refuses so many times."""

    def __init__(self, attempts, broken: str, times: int) -> None:
        self._attempts = attempts
        self._broken = broken
        self._times = times

    def __getattr__(self, name: str):
        if name == self._broken and self._times:
            self._times -= 1
            return self._refuse
        return getattr(self._attempts, name)

    def _refuse(self, *args: object, **options: object) -> None:
        raise StoreError("the disk is full")


def passing(submission, progress):
    progress(Stage.SIMULATING, {})
    return PASSED


def lasting(submission, progress):
    """Goes on until progress says that nobody wants the result."""
    for step in range(500):
        time.sleep(0.01)
        progress(Stage.SIMULATING, {"done": step})
    return PASSED


@pytest.fixture
def turn(site):
    def run(
        grade,
        broken: str = "",
        times: int = 0,
        lease_s: float = 15.0,
        cards: Cards | None = None,
        unlisted=lambda: None,
        walls: Walls | None = None,
    ) -> bool:
        attempts = Flaky(site.attempts(lease_s), broken, times)
        stop = StopSignals(lambda: None, grace_s=1)
        roll = Roll(CardStore(site.db), "me", cards)
        return Worker(attempts, grade, stop, "me", roll, lease_s, unlisted or (lambda: None), walls).turn(None)

    return run


def test_a_turn_without_work_says_so(turn):
    assert turn(passing) is False


def test_a_turn_with_work_grades_it(site, turn):
    sent = site.submit("")
    assert turn(passing) is True
    assert site.kind(sent) is VerdictKind.PASSED


def test_a_long_submission_keeps_nobody_from_hearing_of_the_wall(site, turn):
    now = [0.0]

    def long(submission, progress):
        now[0] = 1000.0
        return passing(submission, progress)

    store = Mock(WallStore)
    site.submit("")
    assert turn(long, walls=Walls(store, "me", [WallRow("seccomp", "left_out", "")], clock=lambda: now[0])) is True
    assert store.tell.call_count == 2


@pytest.mark.parametrize("broken", ["claim", "sweep"])
def test_a_store_that_refuses_a_claim_stops_no_worker(site, turn, broken, caplog):
    sent = site.submit("")
    assert turn(passing, broken, 1) is False
    assert "the disk is full" in caplog.text
    assert turn(passing) is True
    assert site.kind(sent) is VerdictKind.PASSED


def test_a_verdict_waits_for_a_disk_that_is_full(site, turn):
    sent = site.submit("")
    turn(passing, "finish", 2)
    assert site.kind(sent) is VerdictKind.PASSED


def test_a_verdict_that_cannot_be_stored_is_made_again(site, turn):
    sent = site.submit("")
    turn(passing, "finish", 1000, lease_s=0.15)
    assert site.kind(sent) is None
    turn(passing)
    assert site.kind(sent) is VerdictKind.PASSED


def until(condition) -> None:
    end = time.monotonic() + 20
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)


def test_progress_that_cannot_be_stored_costs_no_verdict(site, turn, caplog):
    def told_of(submission, progress):
        progress(Stage.SIMULATING, {})
        until(lambda: caplog.records)
        return PASSED

    sent = site.submit("")
    turn(told_of, "progress", 1)
    assert "no progress told: the disk is full" in caplog.text
    assert site.kind(sent) is VerdictKind.PASSED


def test_of_what_follows_quickly_the_newest_is_told(site, turn):
    def done() -> list[object]:
        return [event.args.get("done") for event in site.submissions.events(sent.id, 0)]

    def quick_then_slow(submission, progress):
        for step in range(1000):
            progress(Stage.SIMULATING, {"done": step})
        until(lambda: done()[-1] == 999)
        return PASSED

    sent = site.submit("")
    turn(quick_then_slow)
    assert 999 in done()
    assert len(done()) < 500


def test_a_heartbeat_that_cannot_be_stored_is_tried_again(site, turn):
    sent = site.submit("")
    turn(lambda submission, progress: time.sleep(0.3) or PASSED, "heartbeat", 1, lease_s=0.2)
    assert site.kind(sent) is VerdictKind.PASSED
    assert site.attempts().sweep() == []


def test_an_attempt_that_is_cancelled_is_left_and_ends_as_superseded(site, turn):
    def cancelled(submission, progress):
        site.submissions.cancel(submission.id)
        return lasting(submission, progress)

    sent = site.submit("")
    turn(cancelled, lease_s=0.3)
    assert site.kind(sent) is VerdictKind.SUPERSEDED


def test_an_attempt_whose_lease_was_lost_is_left_to_others(site, turn):
    def robbed(submission, progress):
        site.attempts().release("me")
        return lasting(submission, progress)

    sent = site.submit("")
    turn(robbed, lease_s=0.3)
    assert site.kind(sent) is None
    assert site.submissions.position(sent.id) == 1


def test_a_failure_of_ours_is_never_the_learners(site, turn, caplog):
    def broken(submission, progress):
        raise InfrastructureError("the wall fell")

    sent = site.submit("")
    turn(broken)
    assert site.kind(sent) is None
    assert "the wall fell" in caplog.text
    turn(broken)
    turn(broken)
    assert site.kind(sent) is VerdictKind.INFRASTRUCTURE


class OneCard:
    """A fleet of one card, which may be set aside."""

    def __init__(self, usable: bool) -> None:
        card = Card(0, "GPU-0", "NVIDIA H200", "sm_90", 1 << 30, 132, "580.1", "13.0", reads_host=False)
        self._standing = Standing(card, None, usable, "" if usable else "It is ill.", datetime.now(UTC), 0, 0.0)

    def standings(self) -> tuple[Standing, ...]:
        return (self._standing,)


def test_what_needs_a_gpu_waits_while_the_card_is_aside_and_what_does_not_is_graded(site, turn):
    sent = site.submissions.create(site.learners.create("ada"), "vector-add", "v1", Mode.SUBMIT, "", "gpu.h200")
    other = site.submit("", "grace")
    while turn(passing, cards=OneCard(usable=False)):
        pass
    assert (site.kind(sent), site.kind(other)) == (None, VerdictKind.PASSED)
    assert turn(passing, cards=OneCard(usable=True))
    assert site.kind(sent) is VerdictKind.PASSED


def test_a_turn_tells_of_the_cards(site, turn):
    turn(passing, cards=OneCard(usable=False))
    assert [(card.usable, card.reason) for card in CardStore(site.db).seen()] == [(False, "It is ill.")]


@pytest.mark.parametrize("times", [0, 1])
def test_a_verdict_does_not_wait_for_its_machine_code(site, turn, times):
    coming = Future()
    report = CompiledReport(arch="sm_90", registers=8, shared_bytes=0, local_bytes=0, spill_bytes=0, ptx="")
    sent = site.submit("x")
    whole = PASSED.model_copy(update={"compiled": report})
    assert turn(lambda submission, progress: whole, "list_code", times, unlisted=lambda: coming)
    assert site.submissions.get(sent.id).verdict.compiled.sass == ()
    coming.set_result(((3, "EXIT"),))
    assert site.submissions.get(sent.id).verdict.compiled.sass == (() if times else ((3, "EXIT"),))
