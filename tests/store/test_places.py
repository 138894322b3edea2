"""Places in lessons, and the number that says that a learner's pages have changed."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from sqlalchemy import text

from app.domain.learner import AnswerState, QuizAnswer
from app.domain.submission import Stage
from app.store.answers import AnswerStore
from app.store.drafts import DraftStore
from app.store.places import PlaceStore


@pytest.fixture
def places(world):
    return PlaceStore(world.db)


@pytest.fixture
def grown(world):
    """Call something, and say whether the learner's revision grew by it."""

    def revision() -> int:
        with world.db.read() as conn:
            return conn.scalar(text("SELECT revision FROM learner WHERE id = :id"), {"id": world.learner().id})

    def grown(action, *args) -> bool:
        before = revision()
        action(*args)
        return revision() > before

    return grown


def test_a_learner_has_one_place_a_lesson(world, places):
    places.save(world.learner(), "03-threads", "blocks")
    places.save(world.learner(), "03-threads", "grids")
    places.save(world.learner(), "04-memory", "sectors")
    places.save(world.learner("grace"), "03-threads", "threads")
    found = places.of(world.learner())
    assert {lesson: place.anchor for lesson, place in found.items()} == {"03-threads": "grids", "04-memory": "sectors"}


def test_a_place_has_the_time_of_its_last_visit(world, places):
    places.save(world.learner(), "03-threads", "blocks")
    world.clock.advance(60)
    places.save(world.learner(), "03-threads", "blocks")
    assert places.of(world.learner())["03-threads"].updated_at == world.clock.now


def test_all_that_a_page_shows_makes_the_revision_grow(world, places, grown):
    answer = QuizAnswer(
        lesson="03-threads",
        question="q1",
        version="v1",
        answer=["a"],
        state=AnswerState.WRONG,
        tries=1,
        answered_at=datetime(2026, 1, 2, tzinfo=UTC),
    )
    drafts = DraftStore(world.db)
    assert grown(AnswerStore(world.db).save, world.learner(), answer)
    assert grown(places.save, world.learner(), "03-threads", "blocks")
    assert grown(drafts.save, world.learner(), "vector-add", "v1", "a", 0)
    assert grown(drafts.replace, world.learner(), "vector-add", "v1", "b")
    assert grown(drafts.remove, world.learner(), "vector-add")


def test_each_step_of_a_submission_makes_the_revision_grow(world, passed, grown):
    assert grown(world.submit)
    assert grown(world.submit)  # which supersedes the first
    assert grown(world.attempts.claim, "w", ["simt"])
    lease = world.attempts.claim("w", ["simt"])
    assert lease is None
    assert grown(world.attempts.release, "w")
    lease = world.attempts.claim("w", ["simt"])
    assert grown(world.attempts.progress, lease, Stage.SIMULATING, {})
    assert grown(world.attempts.finish, lease, passed)


def test_another_learners_writes_leave_the_revision_alone(world, places, grown):
    assert not grown(places.save, world.learner("grace"), "03-threads", "blocks")
    assert not grown(world.submit, "grace")
