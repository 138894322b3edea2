"""A child module for tests: it executes what the job says, as a learner would."""

from collections.abc import Callable

from app.protocol.frames import Frame

PACKAGES = ("numpy",)


def warm() -> None:
    """Import what jobs use."""
    import numpy  # noqa: F401, ICN001, PLC0415  # to have it in memory


def handle(job: Frame, send: Callable[[Frame], None]) -> None:
    """Execute `source`; it may call `send` and `Frame`, and sees the job's arrays by name."""
    source = job.data["source"]
    assert isinstance(source, str)
    exec(source, {"send": send, "Frame": Frame, "job": job, **job.arrays})


def talk(job: Frame, send: Callable[[Frame], None], receive: Callable[[], Frame]) -> None:
    """As `handle`; it may call `receive`, too."""
    source = job.data["source"]
    assert isinstance(source, str)
    exec(source, {"send": send, "receive": receive, "Frame": Frame})
