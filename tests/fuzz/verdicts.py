"""Verdicts as they were stored, by this version or another: each can be shown, on a page and on a terminal."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from types import SimpleNamespace

from app.domain.submission import Mode, State
from app.store.lifecycle import to_submission
from app.web.verdicts import shown
from tests.fuzz.target import table_of


def row() -> SimpleNamespace:
    """A submission as the database gives it, which has its verdict."""
    return SimpleNamespace(
        public="an-id", learner=1, exercise="double", version="v1", mode=Mode.RUN.value, source="x = 1\n",
        state=State.DONE.value, created_at=datetime(2026, 11, 30, tzinfo=UTC), kind="fault",
    )  # fmt: skip


def stored(data: bytes) -> None:
    view = shown(to_submission(row(), table_of(data)), None, "en")  # type: ignore[arg-type]  # a row as far as it is asked
    assert view.verdict is not None
    assert view.verdict.title
    json.loads(view.model_dump_json())
