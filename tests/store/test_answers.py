"""Answers to questions, and how a run marks one: in whichever order the two come."""

from __future__ import annotations

import threading

import pytest

from app.domain.learner import AnswerState, QuizAnswer
from app.domain.submission import Mode
from app.domain.verdict import Message, Verdict, VerdictKind
from app.store.answers import AnswerStore

STATES = {
    VerdictKind.PASSED: AnswerState.CORRECT,
    VerdictKind.WRONG_ANSWER: AnswerState.WRONG,
    VerdictKind.FAULT: AnswerState.WRONG,
    VerdictKind.TOO_SLOW: AnswerState.WRONG,
    VerdictKind.COMPILE_ERROR: AnswerState.WRONG,
    VerdictKind.LAUNCH_ERROR: AnswerState.WRONG,
    VerdictKind.RUNTIME_ERROR: AnswerState.WRONG,
    VerdictKind.TIME_LIMIT: AnswerState.WRONG,
    VerdictKind.MEMORY_LIMIT: AnswerState.WRONG,
    VerdictKind.UNSUPPORTED: AnswerState.VOID,
    VerdictKind.SUPERSEDED: AnswerState.VOID,
    VerdictKind.INFRASTRUCTURE: AnswerState.VOID,
}


@pytest.fixture
def answers(world):
    return AnswerStore(world.db)


def given(world, submission=None, state=AnswerState.PENDING, question="cover"):
    return QuizAnswer(
        lesson="03-threads",
        question=question,
        version="v1",
        answer=["4", "256"],
        state=state,
        tries=1,
        answered_at=world.clock(),
        submission=submission,
    )


def graded(world, kind=VerdictKind.PASSED):
    lease = world.attempts.claim("w", ["simt"])
    assert world.attempts.finish(lease, Verdict(kind=kind, device="simt", message=Message(key=f"verdict.{kind}")))


def state(world, answers):
    return answers.of(world.learner(), "03-threads")["cover"].state


def test_every_verdict_marks_an_answer():
    assert set(STATES) == set(VerdictKind)


@pytest.mark.parametrize("kind", VerdictKind)
def test_a_verdict_marks_the_answer_that_waits_for_it(world, answers, kind):
    sent = world.submit(mode=Mode.QUIZ)
    assert answers.save(world.learner(), given(world, sent.id)).state is AnswerState.PENDING
    graded(world, kind)
    assert state(world, answers) is STATES[kind]


@pytest.mark.parametrize("kind", VerdictKind)
def test_an_answer_that_comes_after_its_verdict_is_marked_at_once(world, answers, kind):
    sent = world.submit(mode=Mode.QUIZ)
    graded(world, kind)
    assert answers.save(world.learner(), given(world, sent.id)).state is STATES[kind]
    assert state(world, answers) is STATES[kind]


def test_a_newer_run_makes_the_older_answer_void(world, answers):
    sent = world.submit(mode=Mode.QUIZ)
    answers.save(world.learner(), given(world, sent.id))
    world.submit(mode=Mode.RUN)
    assert state(world, answers) is AnswerState.VOID


def test_a_run_that_was_cancelled_makes_its_answer_void(world, answers):
    sent = world.submit(mode=Mode.QUIZ)
    answers.save(world.learner(), given(world, sent.id))
    world.submissions.cancel(sent.id)
    assert state(world, answers) is AnswerState.VOID


def test_a_run_that_was_given_up_makes_its_answer_void(world, answers):
    sent = world.submit(mode=Mode.QUIZ)
    answers.save(world.learner(), given(world, sent.id))
    for _ in range(3):
        world.attempts.claim("w", ["simt"])
        world.attempts.release("w")
    assert state(world, answers) is AnswerState.VOID


def test_the_verdict_on_an_older_answer_leaves_the_newer_one_alone(world, answers, passed):
    older = world.submit(mode=Mode.QUIZ)
    answers.save(world.learner(), given(world, older.id))
    lease = world.attempts.claim("w", ["simt"])
    newer = world.submit(mode=Mode.QUIZ)
    answers.save(world.learner(), given(world, newer.id))
    world.attempts.finish(lease, passed)
    assert state(world, answers) is AnswerState.PENDING


def test_a_verdict_changes_no_answer_that_is_marked(world, answers):
    sent = world.submit(mode=Mode.QUIZ)
    answers.save(world.learner(), given(world, sent.id, AnswerState.PARTLY))
    graded(world)
    assert state(world, answers) is AnswerState.PARTLY


def test_nobody_is_marked_by_the_run_of_another(world, answers):
    theirs = world.submit("grace", Mode.QUIZ)
    graded(world)
    assert answers.save(world.learner("ada"), given(world, theirs.id)).state is AnswerState.PENDING


def test_an_answer_and_its_verdict_at_the_same_moment_meet(world, answers, passed):
    for _ in range(25):
        sent = world.submit(mode=Mode.QUIZ)
        lease = world.attempts.claim("w", ["simt"])
        finish = threading.Thread(target=world.attempts.finish, args=(lease, passed), daemon=True)
        finish.start()
        answers.save(world.learner(), given(world, sent.id))
        finish.join()
        assert state(world, answers) is AnswerState.CORRECT


def test_the_run_of_an_answer_is_no_attempt_at_the_exercise(world):
    attempt = world.submit(mode=Mode.RUN)
    graded(world)
    world.submit(mode=Mode.QUIZ)
    graded(world)
    assert world.submissions.latest(world.learner(), "vector-add").id == attempt.id
    assert [one.id for one in world.submissions.history(world.learner(), "vector-add", 9)] == [attempt.id]
    assert world.submissions.passed(world.learner()) == set()


def test_a_mark_is_news_for_the_learners_pages(world, answers):
    sent = world.submit(mode=Mode.QUIZ)
    answers.save(world.learner(), given(world, sent.id))
    before = len(world.engine.news)
    graded(world)
    assert [topic for topic, _ in world.engine.news[before:]] == [sent.id, sent.id]
