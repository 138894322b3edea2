"""A child of the supervisor that is let end."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

from app.worker.child import Child


def once(code: str, ended: list[int]) -> Child:
    child = Child("check", [sys.executable, "-c", code], dict(os.environ), Path(), ended.append, once=True)
    child.start()
    return child


def watched(child: Child, until: Callable[[], bool]) -> list[int | None]:
    seen = []
    end = time.monotonic() + 60
    while not until() and time.monotonic() < end:
        seen.append(child.watch())
        time.sleep(0.01)
    return seen


def test_one_that_ended_by_itself_is_not_started_again_and_ends_nothing() -> None:
    ended: list[int] = []
    child = once("raise SystemExit(2)", ended)
    assert set(watched(child, lambda: bool(ended))) == {None}
    assert [child.watch() for _ in range(20)] == [None] * 20
    assert len(ended) == 1


def test_one_that_was_killed_is_started_again() -> None:
    ended: list[int] = []
    child = once(f"import os; os.kill(os.getpid(), {int(signal.SIGKILL)})", ended)
    watched(child, lambda: len(ended) == 2)
    assert len(ended) == 2
    child.stop(time.monotonic())
