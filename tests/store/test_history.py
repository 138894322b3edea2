"""Attempts as a list shows them."""

from __future__ import annotations

import pytest
from sqlalchemy import event

from app.domain.submission import Mode, State
from app.domain.verdict import CaseResult, VerdictKind
from app.store.history import HistoryStore


@pytest.fixture
def history(world):
    return HistoryStore(world.db)


@pytest.fixture
def send(world):
    def send(verdict=None, mode=Mode.RUN):
        sent = world.submit(mode=mode)
        if verdict is not None:
            assert world.attempts.finish(world.attempts.claim("w", ["simt"]), verdict)
        return sent

    return send


def case(status):
    return CaseResult(name="c", visible=True, status=status, grid=(1,), block=(32,))


def test_an_attempt_says_how_many_cases_were_right(world, history, send, passed):
    cases = tuple(case(status) for status in (VerdictKind.PASSED, VerdictKind.PASSED, VerdictKind.FAULT, "not_run"))
    sent = send(passed.model_copy(update={"kind": VerdictKind.FAULT, "cases": cases}))
    (one,) = history.of(world.learner(), "vector-add", 20)
    assert (one.id, one.state, one.kind) == (sent.id, State.DONE, VerdictKind.FAULT)
    assert (one.passed, one.cases) == (2, 4)


def test_an_attempt_without_a_verdict_or_without_cases_counts_none(world, history, send, passed):
    send(passed)
    send()
    waiting, done = history.of(world.learner(), "vector-add", 20)
    assert (waiting.state, waiting.kind, waiting.cases) == (State.QUEUED, None, 0)
    assert (done.kind, done.cases) == (VerdictKind.PASSED, 0)


def test_older_ones_come_behind_the_one_that_is_named(world, history, send, passed):
    ids = [send(passed).id for _ in range(5)]
    first = history.of(world.learner(), "vector-add", 2)
    second = history.of(world.learner(), "vector-add", 2, before=first[-1].id)
    assert [one.id for one in first + second] == ids[:0:-1]


def test_what_belongs_to_another_learner_names_nothing(world, history, send, passed):
    send(passed)
    foreign = world.submit("grace")
    assert history.of(world.learner(), "vector-add", 2, before=foreign.id) == []
    assert len(history.of(world.learner("grace"), "vector-add", 2)) == 1


def test_a_run_that_marks_an_answer_is_no_attempt(world, history, send):
    send(mode=Mode.QUIZ)
    assert history.of(world.learner(), "vector-add", 20) == []
    assert history.tried(world.learner()) == set()
    send()
    assert history.tried(world.learner()) == {"vector-add"}


def test_the_list_asks_for_neither_sources_nor_whole_verdicts(world, history, send, passed):
    send(passed)
    asked = []

    @event.listens_for(world.db._engine, "before_cursor_execute")
    def note(conn, cursor, statement, parameters, context, executemany):
        asked.append(statement)

    history.of(world.learner(), "vector-add", 20)
    (statement,) = [text for text in asked if "FROM submission" in text]
    assert "source" not in statement
    assert statement.count("record") == statement.count("JSON_EXTRACT(verdict.record") == 1
