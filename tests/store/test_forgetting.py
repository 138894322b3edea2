"""How many submissions are kept, and which of them in any case."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from sqlalchemy import func, select

from app.domain.learner import AnswerState, QuizAnswer
from app.domain.submission import Mode
from app.domain.verdict import Message, Verdict, VerdictKind
from app.store.answers import AnswerStore
from app.store.lifecycle import event, submission, verdict
from app.store.submissions import SubmissionStore

KEPT = 4


@pytest.fixture
def graded(world):
    """Send one that gets a verdict; what was sent. The store keeps KEPT."""
    world.submissions = SubmissionStore(world.db, world.engine, world.engine, kept=KEPT)
    wrong = Verdict(kind=VerdictKind.FAULT, device="simt", message=Message(key="verdict.fault"))

    def send(result=wrong, **how):
        sent = world.submit(**how)
        assert world.attempts.finish(world.attempts.claim("w", ["simt"]), result)
        return sent

    return send


def rows(world) -> list[int]:
    with world.db.read() as conn:
        return [conn.execute(select(func.count()).select_from(table)).scalar_one() for table in (submission, verdict)]


def test_the_newest_are_kept_and_nothing_of_the_others(world, graded):
    sent = [graded() for _ in range(KEPT + 5)]
    assert rows(world) == [KEPT, KEPT]
    assert [world.submissions.get(one.id) is not None for one in sent] == [False] * 5 + [True] * KEPT
    with world.db.read() as conn:
        of = select(event.c.submission).distinct()
        assert len(conn.execute(of).all()) == KEPT


def test_what_passed_last_is_kept_for_ever(world, graded, passed):
    first, last = graded(passed), graded(passed)
    for _ in range(KEPT + 5):
        graded()
    assert world.submissions.get(first.id) is None
    assert world.submissions.get(last.id) is not None
    assert world.submissions.passed(world.learner()) == {"vector-add"}


def test_what_a_question_shows_is_kept(world, graded):
    shown = graded(mode=Mode.QUIZ)
    answer = QuizAnswer(
        lesson="l", question="q", version="v", answer=["a"], state=AnswerState.PENDING, tries=1,
        answered_at=datetime.now(UTC), submission=shown.id,
    )  # fmt: skip
    AnswerStore(world.db).save(world.learner(), answer)
    for _ in range(KEPT + 5):
        graded()
    assert world.submissions.get(shown.id) is not None


def test_what_has_no_verdict_is_kept(world, graded):
    graded()
    waiting = world.submit("bob")
    running = world.attempts.claim("w", ["simt"])
    for _ in range(KEPT + 5):
        world.submit("bob")
    assert running.submission.id == waiting.id
    assert world.submissions.get(waiting.id) is not None
    assert rows(world)[0] == 1 + KEPT + 1  # the first learner's, and the one that runs


def test_each_learner_has_a_history_of_their_own(world, graded):
    kept = graded(token="bob")
    for _ in range(KEPT + 5):
        graded()
    assert world.submissions.get(kept.id) is not None
