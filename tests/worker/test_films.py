"""Films are drawn while nobody waits: with the real queue and store, and drawings that note what they see."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from app.domain.film import Coming, Film
from app.domain.verdict import Message, Verdict, VerdictKind
from app.errors import StoreError
from app.store.cards import CardStore
from app.worker.cards import Roll
from app.worker.films import MOST, Films
from app.worker.loop import Worker
from app.worker.stop import StopSignals

PASSED = Verdict(
    kind=VerdictKind.PASSED,
    device="simt",
    message=Message(key="verdict.passed"),
    coming=Coming(told_at=datetime(2026, 1, 1, tzinfo=UTC)),
)
FILM = Film(width=1, height=1, frames=1, every=1, steps=1, scale=1.0, signed=False, numbers={}, words={}, pixels=b"x")


def work(site, drawings):
    """Grade and draw as a worker does, until there is nothing to do; each drawing is of the submission before."""
    attempts, stop = site.attempts(), StopSignals(site.queue.stop, grace_s=1)
    coming = iter(drawings)
    films = Films(attempts)
    roll = Roll(CardStore(site.db), "me", None)
    worker = Worker(
        attempts, lambda *_: PASSED, stop, "me", roll, 15.0, drawing=lambda: next(coming, None), films=films
    )

    def turn(attempt):
        busy = worker.turn(attempt)
        if not busy:
            site.queue.stop()
        return busy

    site.queue.run_worker(turn, queues=["simt"])


def test_a_submission_that_comes_while_one_draws_is_graded_before_the_next_slice(site):
    seen = []

    def drawing():
        seen.append(site.kind(first))  # its verdict waits for no film
        second = site.submit("", "bob")
        yield 0, 1
        seen.append(site.kind(second))
        return FILM

    first = site.submit("", "ada")
    work(site, [drawing()])
    assert seen == [VerdictKind.PASSED, VerdictKind.PASSED]
    assert site.submissions.film(first.id) == b"x"


def test_the_same_learner_need_not_wait_for_their_film_either(site):
    def drawing():
        again.append(site.submit("", "ada"))
        yield 0, 1
        kinds.append(site.kind(again[0]))

    again, kinds = [], []
    site.submit("", "ada")
    work(site, [drawing()])
    assert kinds == [VerdictKind.PASSED]


def test_the_film_that_was_asked_for_first_is_there_first(site):
    def drawing(name):
        for _ in range(2):
            drawn.append(name)
            yield 0, 1

    drawn = []
    for learner in ("ada", "bob"):
        site.submit("", learner)
    work(site, [drawing("ada"), drawing("bob")])
    assert drawn == ["ada", "ada", "bob", "bob"]


def test_a_drawing_that_breaks_costs_its_film_alone(site, caplog):
    def breaks():
        yield 0, 1
        raise ZeroDivisionError

    sent = site.submit("")
    work(site, [breaks()])
    verdict = site.submissions.get(sent.id).verdict
    assert (verdict.kind, verdict.film, verdict.coming) == (VerdictKind.PASSED, None, None)
    assert "no film was drawn" in caplog.text


class Told:
    """An attempt store that keeps what it is told of films."""

    def __init__(self):
        self.films, self.steps = [], []

    def tell_film(self, attempt, done, total):
        self.steps.append((attempt, done, total))

    def keep_film(self, attempt, film):
        self.films.append((attempt, film))
        if film is FILM:
            raise StoreError("the disk is full")


def endless():
    while True:
        yield 0, 1


@pytest.mark.parametrize("ends", [False, True])
def test_what_is_not_drawn_when_the_worker_ends_is_waited_for_no_more(ends):
    told = Told()
    films = Films(told)
    films.add(1, endless())
    films.draw()
    if ends:
        films.close()
    assert (told.films, films.draw()) == (([(1, None)], False) if ends else ([], True))


def test_too_many_are_not_kept():
    told = Told()
    films = Films(told)
    for attempt in range(MOST + 1):
        films.add(attempt, endless())
    assert told.films == [(MOST, None)]


def test_a_store_that_refuses_a_film_stops_no_worker(caplog):
    def drawing():
        return FILM
        yield 0, 1

    films = Films(Told())
    films.add(1, drawing())
    assert films.draw()
    assert not films.draw()
    assert "the disk is full" in caplog.text


def test_it_is_told_at_most_every_second_how_far_a_film_is_and_now_and_then_that_all_are_to_come():
    def counting():
        for done in range(10):
            now[0] += 0.4
            yield done, 10

    told, now = Told(), [100.0]
    films = Films(told, lambda: now[0])
    for attempt in (1, 2):
        films.add(attempt, counting())
    films.tell()
    assert told.steps == [(1, 0, 0), (2, 0, 0)]
    told.steps.clear()
    for _ in range(6):
        films.tell()
        films.draw()
    assert told.steps == [(1, 0, 10), (1, 3, 10)]
    told.steps.clear()
    now[0] += 30
    films.tell()
    assert told.steps == [(1, 5, 10), (2, 0, 0)]
