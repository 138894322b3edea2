"""How a job ended, from its wait status and what it used."""

from __future__ import annotations

import io
import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from app.errors import SandboxError
from app.sandbox import Ending, Limits, control
from app.sandbox.spawn import Ended
from app.sandbox.watch import Text, Watch

LIMITS = Limits(seconds=10, cpu_seconds=5, address_bytes=1 << 30, result_bytes=1 << 20)
LITTLE, MUCH = 1 << 20, 900 << 20


@pytest.fixture
def watch() -> Iterator[Watch]:
    """One that has heard nothing."""
    with ExitStack() as stack:
        pipes = []
        for _ in range(3):
            reading, writing = os.pipe()
            os.close(writing)
            pipes.append(stack.enter_context(io.FileIO(reading)))
        yield Watch(LIMITS, *pipes)


@pytest.mark.parametrize(
    ("code", "cpu", "resident", "ending"),
    [
        (0, 0.1, LITTLE, Ending.OK),
        (1 << 8, 0.1, LITTLE, Ending.CRASHED),
        (control.MEMORY_EXIT << 8, 0.1, LITTLE, Ending.MEMORY_LIMIT),
        (signal.SIGXCPU, 5.0, LITTLE, Ending.TIME_LIMIT),
        (signal.SIGKILL, 6.0, LITTLE, Ending.TIME_LIMIT),
        (signal.SIGKILL, 0.1, MUCH, Ending.MEMORY_LIMIT),
        (signal.SIGSEGV, 0.1, LITTLE, Ending.CRASHED),
        (signal.SIGSYS, 0.1, LITTLE, Ending.CRASHED),
    ],
)
def test_a_wait_status_has_its_ending(watch: Watch, code: int, cpu: float, resident: int, ending: Ending) -> None:
    assert watch._judged(Ended(code, cpu, resident))[0] is ending


def test_a_kill_that_nothing_explains_is_ours(watch: Watch) -> None:
    with pytest.raises(SandboxError, match="from outside"):
        watch._judged(Ended(signal.SIGKILL, 0.1, LITTLE))


def test_text_keeps_its_beginning_and_counts_the_rest() -> None:
    text = Text(4)
    assert text.take(b"ab") is None
    assert text.take(b"cdef") is None
    assert text.take(b"x" * 1_000_000) is not None
    assert str(text) == "abcd"
