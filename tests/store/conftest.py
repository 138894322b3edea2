"""A store on a real database, with a clock that tests turn and an engine that remembers what it was told."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.domain.learner import Learner
from app.domain.submission import Mode, Submission
from app.domain.verdict import Message, Verdict, VerdictKind
from app.store.attempts import AttemptStore
from app.store.database import Connection, Database, after_commit
from app.store.learners import LearnerStore
from app.store.submissions import SubmissionStore


class FakeClock:
    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


class FakeEngine:
    """Both the queue and the bus."""

    def __init__(self) -> None:
        self.delivered: list[int] = []
        self.cancelled: list[int] = []
        self.news: list[tuple[str, int]] = []

    def enqueue(self, conn: Connection, attempt: int, *, queue: str, priority: int) -> None:
        after_commit(conn, lambda: self.delivered.append(attempt))

    def cancel(self, attempt: int) -> None:
        self.cancelled.append(attempt)

    def publish(self, topic: str, event_id: int) -> None:
        self.news.append((topic, event_id))


class World:
    def __init__(self, folder: Path) -> None:
        self.clock = FakeClock()
        self.db = Database.open(folder, self.clock)
        self.db.migrate()
        self.engine = FakeEngine()
        self.learners = LearnerStore(self.db)
        self.submissions = SubmissionStore(self.db, self.engine, self.engine)
        self.attempts = AttemptStore(self.db, self.engine, self.engine, lease_s=15, tries=3)

    def learner(self, token: str = "ada") -> Learner:
        return self.learners.create(token)

    def submit(self, token: str = "ada", mode: Mode = Mode.SUBMIT) -> Submission:
        return self.submissions.create(self.learner(token), "vector-add", "v1", mode, f"# by {token}")

    def stages(self, submission: Submission) -> list[tuple[str, object]]:
        return [(event.stage.value, event.args) for event in self.submissions.events(submission.id)]


PASSED = Verdict(kind=VerdictKind.PASSED, device="simt", message=Message(key="verdict.passed", args={"total": 5}))


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path / "data")
    yield made
    made.db.close()


@pytest.fixture
def passed() -> Verdict:
    return PASSED
