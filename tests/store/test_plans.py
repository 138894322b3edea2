"""A site that has run for years claims as fast as a new one: no statement reads a table from end to end."""

from __future__ import annotations

import pytest
from sqlalchemy import event

from app.domain.learner import AnswerState, QuizAnswer
from app.domain.submission import Mode, Stage
from app.store.answers import AnswerStore
from app.store.drafts import DraftStore
from app.store.history import HistoryStore
from app.store.places import PlaceStore


@pytest.fixture
def plans(world):
    """Statement → SQLite's plan for it, as it runs."""
    seen: dict[str, str] = {}

    @event.listens_for(world.db._engine, "before_cursor_execute")
    def explain(conn, cursor, statement, parameters, context, executemany):
        if statement.startswith(("SELECT", "UPDATE", "DELETE", "INSERT")):
            rows = conn.connection.driver_connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters).fetchall()
            seen[statement] = "; ".join(row[3] for row in rows)

    return seen


def live(world, passed):
    """Call everything that the web and the worker call."""
    sent = [world.submit("ada"), world.submit("grace"), world.submit("grace")]
    lease = world.attempts.claim("w", ["simt", "gpu"])
    world.attempts.heartbeat(lease)
    world.attempts.progress(lease, Stage.SIMULATING, {})
    world.attempts.finish(lease, passed)
    world.attempts.finish(lease, passed)
    world.attempts.claim("w", ["simt"])
    world.attempts.release("w")
    world.attempts.sweep()
    for one in sent:
        world.submissions.get(one.id)
        world.submissions.position(one.id)
        world.submissions.events(one.id)
    world.submissions.latest(world.learner(), "vector-add")
    world.submissions.passed(world.learner())
    answer(world, passed)
    come_back(world)


def answer(world, passed):
    sent = world.submit("hedy", Mode.QUIZ)
    values = {"answer": ["4"], "state": AnswerState.PENDING, "tries": 1, "answered_at": world.clock()}
    kept = QuizAnswer(lesson="03-threads", question="cover", version="v1", submission=sent.id, **values)
    AnswerStore(world.db).save(world.learner("hedy"), kept)
    world.submissions.cancel(sent.id)
    AnswerStore(world.db).of(world.learner("hedy"), "03-threads")


def come_back(world):
    drafts, places = DraftStore(world.db), PlaceStore(world.db)
    drafts.save(world.learner(), "vector-add", "v1", "a", 0)
    drafts.of(world.learner(), "vector-add")
    drafts.remove(world.learner(), "vector-add")
    places.save(world.learner(), "03-threads", "blocks")
    places.of(world.learner())
    HistoryStore(world.db).of(world.learner(), "vector-add", 20, before="some")
    HistoryStore(world.db).tried(world.learner())


def test_no_statement_reads_a_whole_table(world, passed, plans):
    live(world, passed)
    allowed = ("SCAN CONSTANT ROW", "SCAN submission USING INDEX uq_submission_running")  # the few that run
    scans = [step for plan in plans.values() for step in plan.split("; ") if "SCAN" in step and step not in allowed]
    assert scans == []
    assert len(plans) > 15
