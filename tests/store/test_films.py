"""What a kernel drew: kept beside the verdict, the newest of an exercise alone, and no longer than the submission."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import func, select

from app.domain.film import Coming, Film
from app.store.lifecycle import film
from app.store.submissions import SubmissionStore

DRAWN = Film(
    width=2,
    height=1,
    frames=1,
    every=1,
    steps=1,
    scale=1.0,
    signed=True,
    numbers={"lift": (None,)},
    words={},
    pixels=b"x",
)


@pytest.fixture
def send(world, passed):
    def one(pixels=b"x"):
        sent = world.submit()
        lease = world.attempts.claim("w", ["simt"])
        assert world.attempts.finish(
            lease, passed.model_copy(update={"coming": Coming(told_at=datetime(2026, 1, 1, tzinfo=UTC))})
        )
        world.attempts.keep_film(lease.attempt, DRAWN.model_copy(update={"pixels": pixels}) if pixels else None)
        return sent

    return one


def test_a_film_comes_back_and_is_no_part_of_the_verdict_s_record(world, send):
    sent = send(b"pictures")
    assert world.submissions.film(sent.id) == b"pictures"
    verdict = world.submissions.get(sent.id).verdict
    assert verdict.film == DRAWN.model_copy(update={"pixels": b""})


def test_a_film_of_which_nothing_came_is_waited_for_no_more(world, send):
    verdict = world.submissions.get(send(b"").id).verdict
    assert (verdict.film, verdict.coming) == (None, None)


def test_how_far_a_film_has_come_stands_in_its_verdict_until_it_is_there(world, passed):
    sent = world.submit()
    lease = world.attempts.claim("w", ["simt"])
    world.attempts.finish(lease, passed)
    world.attempts.tell_film(lease.attempt, 80, 240)
    coming = world.submissions.get(sent.id).verdict.coming
    assert (coming.done, coming.total, coming.told_at) == (80, 240, world.db.now())
    world.attempts.keep_film(lease.attempt, DRAWN)
    assert world.submissions.get(sent.id).verdict.coming is None
    world.attempts.tell_film(17, 1, 2)  # of no submission, nothing is kept


def test_a_film_of_a_submission_that_is_gone_is_gone(world):
    world.attempts.keep_film(17, DRAWN)
    with world.db.read() as conn:
        assert conn.execute(select(func.count()).select_from(film)).scalar_one() == 0


def test_the_newest_film_takes_the_place_of_the_one_before(world, send):
    first, second, third = send(b"1"), send(b"2"), send(b"")
    assert [world.submissions.film(one.id) for one in (first, second, third)] == [None, b"2", None]


def test_a_film_goes_with_its_submission(world, send):
    world.submissions = SubmissionStore(world.db, world.engine, world.engine, kept=2)
    first = send(b"1")
    for _ in range(4):
        send(b"")
    assert world.submissions.film(first.id) is None
    with world.db.read() as conn:
        assert conn.execute(select(func.count()).select_from(film)).scalar_one() == 0
