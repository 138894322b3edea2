"""What one job may use, and how it ended: the parent's words alone, whatever the child said."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.protocol.frames import MAX_BYTES, Frame


class Ending(StrEnum):
    """`OK` means that the child ended by itself with exit status 0; what its frames say is still to be checked."""

    OK = "ok"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"
    CRASHED = "crashed"


@dataclass(frozen=True, slots=True)
class Limits:
    """`seconds` is wall time; `address_bytes` comes on top of what the warm zygote has mapped already.

    `result_bytes` bounds all frames together, `frame_bytes` each, `stdout_bytes` what is kept of each of stdout and
    stderr. So many `early_seconds` before its time is over, a job that is talked with gets SIGXCPU; 0 for never.
    """

    seconds: float
    cpu_seconds: int
    address_bytes: int
    result_bytes: int
    stdout_bytes: int = 65_536
    frame_bytes: int = MAX_BYTES
    early_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """`frames` are those that arrived whole before anything went wrong: untrusted data for the caller to check.

    `stderr` may hold our own traceback, with paths of this server, and `detail` says in English how the child ended:
    both are for logs. `seconds` is wall time from the start of the job.
    """

    ending: Ending
    frames: tuple[Frame, ...]
    stdout: str
    stderr: str
    detail: str
    seconds: float
