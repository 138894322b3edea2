"""A submission as it waits, runs and ends."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from pydantic import Field, JsonValue

from app.domain.verdict import Record, Verdict


class Mode(StrEnum):
    RUN = "run"  # the visible cases
    SUBMIT = "submit"  # all cases; this one counts
    QUIZ = "quiz"  # marks an answer to a question, and is no attempt at the exercise


class State(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"


class Stage(StrEnum):
    """What a learner is told while it runs; also the names of the server-sent events."""

    QUEUED = "queued"  # args: position
    COMPILING = "compiling"
    SIMULATING = "simulating"  # args: case, done, total
    LAUNCHING = "launching"  # on a GPU; args as above
    MEASURING = "measuring"  # the last case, on a GPU; args as above
    GRADED = "graded"  # the terminal event


class Submission(Record):
    id: str  # public, random, unguessable
    learner: int
    exercise: str
    version: str  # of the exercise
    mode: Mode
    source: str
    state: State
    created_at: datetime
    verdict: Verdict | None = None


class Event(Record):
    """One step in a submission's life. `seq` counts from 1 within the submission, and is the SSE id."""

    submission: str
    seq: int
    stage: Stage
    args: dict[str, JsonValue] = Field(default_factory=dict)
