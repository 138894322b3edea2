"""Learners and their answers."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from sqlalchemy import text

from app.domain.learner import AnswerState, QuizAnswer
from app.store.answers import AnswerStore


@pytest.fixture
def answers(world):
    return AnswerStore(world.db)


def answer(question: str = "q1", state: AnswerState = AnswerState.WRONG, tries: int = 1) -> QuizAnswer:
    at = datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=UTC)
    return QuizAnswer(
        lesson="03-threads",
        question=question,
        version="v1",
        answer=["a", "ü"],
        state=state,
        tries=tries,
        answered_at=at,
    )


def test_a_learner_is_found_by_the_token_alone(world):
    made = world.learners.create("secret")
    assert world.learners.find("secret") == made
    assert world.learners.find("Secret") is None


def test_creating_twice_gives_one_learner(world):
    assert world.learners.create("secret") == world.learners.create("secret")


def test_the_token_is_not_stored(world):
    world.learners.create("secret")
    with world.db.read() as conn:
        assert "secret" not in str(conn.execute(text("SELECT * FROM learner")).all())


def test_sending_something_is_being_seen(world):
    world.learner()
    world.clock.advance(3600)
    world.submit()
    with world.db.read() as conn:
        assert conn.scalar(text("SELECT last_seen FROM learner")) == "2026-01-01 01:00:00.000000"


def test_an_answer_comes_back_as_it_was(world, answers):
    answers.save(world.learner(), answer())
    assert answers.of(world.learner(), "03-threads") == {"q1": answer()}


def test_a_later_answer_replaces_the_earlier(world, answers):
    answers.save(world.learner(), answer())
    answers.save(world.learner(), answer(state=AnswerState.CORRECT, tries=2))
    assert answers.of(world.learner(), "03-threads")["q1"].tries == 2


def test_answers_belong_to_one_learner_one_lesson_and_one_question(world, answers):
    answers.save(world.learner(), answer())
    answers.save(world.learner(), answer("q2"))
    assert set(answers.of(world.learner(), "03-threads")) == {"q1", "q2"}
    assert answers.of(world.learner("grace"), "03-threads") == {}
    assert answers.of(world.learner(), "04-memory") == {}
    assert set(answers.everywhere(world.learner())["03-threads"]) == {"q1", "q2"}
    assert answers.everywhere(world.learner("grace")) == {}
