"""Submissions as a learner sees them."""

from __future__ import annotations

import pytest

from app.domain.submission import Mode, State
from app.domain.verdict import VerdictKind
from app.errors import StoreError


def test_a_submission_comes_back_as_it_was_sent(world):
    sent = world.submit()
    assert world.submissions.get(sent.id) == sent
    assert (sent.state, sent.verdict, sent.source) == (State.QUEUED, None, "# by ada")


def test_ids_cannot_be_guessed(world):
    assert len(world.submit().id) == len(world.submit().id) == 22


def test_there_is_no_submission_of_another_id(world):
    world.submit()
    assert world.submissions.get("1") is None
    assert world.submissions.position("1") is None
    assert world.submissions.events("1") == []


def test_a_submission_is_delivered_and_told_of_once_it_is_on_disk(world):
    sent = world.submit()
    assert world.engine.delivered == [1]
    assert world.engine.news == [(sent.id, 1)]


def test_the_one_that_waits_is_superseded_by_a_newer_one(world):
    older, newer = world.submit(), world.submit()
    ended = world.submissions.get(older.id)
    assert (ended.state, ended.verdict.kind) == (State.DONE, VerdictKind.SUPERSEDED)
    assert world.stages(older)[-1] == ("graded", {"kind": "superseded"})
    assert world.engine.news == [(older.id, 1), (older.id, 2), (newer.id, 1)]
    assert world.engine.cancelled == [1]


def test_the_one_that_runs_is_not_superseded(world):
    running = world.submit()
    world.attempts.claim("w", ["simt"])
    world.submit()
    assert world.submissions.get(running.id).state is State.RUNNING


def test_other_learners_are_not_superseded(world):
    theirs = world.submit("grace")
    world.submit("ada")
    assert world.submissions.get(theirs.id).state is State.QUEUED


def test_a_submission_that_fails_to_be_stored_supersedes_nothing(world, monkeypatch):
    waiting = world.submit()
    monkeypatch.setattr("app.store.submissions.secrets.token_urlsafe", lambda _: waiting.id)  # already taken
    with pytest.raises(StoreError, match="UNIQUE"):
        world.submit()
    assert world.submissions.get(waiting.id).state is State.QUEUED


def test_the_place_in_the_queue_counts_those_ahead(world):
    sent = [world.submit(name) for name in ("ada", "grace", "linus")]
    assert [world.submissions.position(one.id) for one in sent] == [1, 2, 3]
    assert world.stages(sent[2]) == [("queued", {"position": 3})]


def test_the_place_moves_up_and_ends(world):
    first, second = world.submit("ada"), world.submit("grace")
    world.attempts.claim("w", ["simt"])
    assert world.submissions.position(first.id) is None
    assert world.submissions.position(second.id) == 1


def test_events_resume_after_the_last_one_seen(world):
    sent = world.submit()
    world.attempts.claim("w", ["simt"])
    assert [event.seq for event in world.submissions.events(sent.id)] == [1, 2]
    assert [event.stage for event in world.submissions.events(sent.id, after=1)] == ["compiling"]


def test_history_is_newest_first_and_limited(world):
    sent = [world.submit() for _ in range(3)]
    ids = [one.id for one in world.submissions.history(world.learner(), "vector-add", 2)]
    assert ids == [sent[2].id, sent[1].id]


def test_history_is_of_one_learner_and_one_exercise(world):
    world.submit("grace")
    assert world.submissions.history(world.learner("ada"), "vector-add", 5) == []
    assert world.submissions.latest(world.learner("grace"), "invert") is None


def test_a_passed_submission_counts(world, passed):
    world.submit()
    assert world.submissions.passed(world.learner()) == set()
    world.attempts.finish(world.attempts.claim("w", ["simt"]), passed)
    assert world.submissions.passed(world.learner()) == {"vector-add"}
    assert world.submissions.passed(world.learner("grace")) == set()


def test_a_passed_run_does_not_count(world, passed):
    world.submit(mode=Mode.RUN)
    world.attempts.finish(world.attempts.claim("w", ["simt"]), passed)
    assert world.submissions.passed(world.learner()) == set()


def test_cancelling_one_that_waits_ends_it(world):
    sent = world.submit()
    world.submissions.cancel(sent.id)
    assert world.submissions.get(sent.id).verdict.kind is VerdictKind.SUPERSEDED


def test_cancelling_one_that_is_done_changes_nothing(world, passed):
    sent = world.submit()
    world.attempts.finish(world.attempts.claim("w", ["simt"]), passed)
    world.submissions.cancel(sent.id)
    assert world.submissions.get(sent.id).verdict == passed
