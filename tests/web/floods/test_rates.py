"""What a learner and an address may do in a while, and what they are told."""

from __future__ import annotations

import logging

import pytest

from app.config import RATES, Settings
from app.errors import TooManyError
from app.web.addresses import network
from app.web.rates import Rates


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def rates(clock: Clock) -> Rates:
    limits = {"x.learner": "2/minute;3/hour", "x.address": "4/minute", "streams.learner": "2", "streams.address": "3"}
    return Rates(limits, clock=clock)


def taken(rates: Rates, times: int, **who: str) -> int:
    """How many of so many are let through."""
    passed = 0
    for _ in range(times):
        try:
            rates.take("x", **who)
        except TooManyError:
            continue
        passed += 1
    return passed


def test_a_learner_who_sends_too_much_is_told_when_to_come_back(rates, clock):
    taken(rates, 2, learner="ann")
    clock.now += 20.5
    with pytest.raises(TooManyError) as refused:
        rates.take("x", learner="ann")
    assert (refused.value.key, refused.value.seconds, refused.value.args_) == ("request.many", 40, {"n": 40})
    clock.now += 40
    rates.take("x", learner="ann")


def test_a_long_wait_is_told_in_minutes(rates, clock):
    taken(rates, 2, learner="ann")
    clock.now += 60
    taken(rates, 1, learner="ann")
    with pytest.raises(TooManyError) as refused:
        rates.take("x", learner="ann")
    assert (refused.value.key, refused.value.args_) == ("request.many_minutes", {"n": 59})


def test_learners_are_counted_apart_and_their_address_together(rates):
    assert [taken(rates, 2, learner=name, address="192.0.2.1") for name in ("ann", "bob", "cyd")] == [2, 2, 0]
    with pytest.raises(TooManyError, match=r"request\.crowd"):
        rates.take("x", learner="dan", address="192.0.2.1")
    assert taken(rates, 2, learner="eve", address="192.0.2.2") == 2


def test_one_who_hammers_takes_nothing_from_those_who_share_the_address(rates):
    assert taken(rates, 100, learner="ann", address="192.0.2.1") == 2
    assert taken(rates, 2, learner="bob", address="192.0.2.1") == 2


def test_what_has_no_limit_is_let_through():
    assert taken(Rates(Settings(rates="off").limits), 10_000, learner="ann", address="192.0.2.1") == 10_000


def test_a_flood_is_told_once_and_names_nobody(rates, caplog):
    with caplog.at_level(logging.WARNING):
        taken(rates, 50, learner="ann", address="192.0.2.1")
    assert [record.about for record in caplog.records] == [{"event": "limited", "what": "x", "whose": "learner"}]
    assert "ann" not in caplog.text


def test_what_is_open_is_counted_while_it_is_open(rates):
    who = {"learner": "ann", "address": "192.0.2.1"}
    with rates.held("streams", **who), rates.held("streams", **who):
        with pytest.raises(TooManyError, match=r"request\.many"), rates.held("streams", **who):
            pytest.fail("a third one is open")
        with rates.held("streams", learner="bob", address="192.0.2.1"):
            pass
    with rates.held("streams", **who), rates.held("streams", **who):
        pass
    assert not rates._open


def test_what_ended_with_an_error_is_not_open(rates):
    for _ in range(5):
        with pytest.raises(ValueError, match="broken"), rates.held("streams", learner="ann", address="192.0.2.1"):
            raise ValueError("broken")


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testserver", "unknown"),
        ("", "unknown"),
        (None, "unknown"),
    ],
)
def test_an_address_counts_as_its_owners_network(host, counted):
    assert network(host) == counted


def test_an_address_may_do_what_three_hundred_learners_at_work_do():
    """Behind one university's address at 23:00: what each does in a minute is in docs/operators.md."""
    rates, learners, minute = Rates(RATES), 300, {"requests": 40, "submissions": 4, "answers": 12, "writes": 18}
    for number in range(learners):
        rates.take("learners", address="192.0.2.1")
        for what, times in minute.items():
            for _ in range(times):
                rates.take(what, learner=f"learner {number}", address="192.0.2.1")


def test_a_learners_limits_are_far_below_those_of_the_address():
    first = {name: int(rate.split(";")[0].split("/")[0]) for name, rate in RATES.items()}
    shared = [name.partition(".")[0] for name in RATES if name.endswith(".learner")]
    assert all(first[f"{what}.address"] >= 10 * first[f"{what}.learner"] for what in shared)
