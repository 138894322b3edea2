"""The last frame of a program, which is a learner's process's own word: read as such, and made a report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from app.devices.program import words
from app.devices.program.calls import ProgramStatus
from app.devices.untrusted import findings_from
from app.errors import FrameError
from app.findings import Finding, Kind
from app.program.keys import KEYS
from app.program.passing import unpack
from app.protocol.frames import Frame

# What the stand-in finds of itself, or is told by a device and says again. A program that lies here harms itself.
KINDS = frozenset(
    {
        Kind.SYNTAX_ERROR,
        Kind.MISSING_ENTRY,
        Kind.TYPING_ERROR,
        Kind.LAUNCH_CONFIG,
        Kind.HOST_ERROR,
        Kind.STALE_HOST_COPY,
        Kind.ASYNC_COPY,
        Kind.UNINITIALIZED_READ,
        Kind.MEMORY,
        Kind.TIMEOUT,
        Kind.UNSUPPORTED,
    }
)
STATUS: dict[Kind, ProgramStatus] = {
    Kind.SYNTAX_ERROR: "compile_error",
    Kind.MISSING_ENTRY: "compile_error",
    Kind.TYPING_ERROR: "compile_error",
    Kind.LAUNCH_CONFIG: "launch_error",
    Kind.MEMORY: "memory_limit",
    Kind.TIMEOUT: "time_limit",
    Kind.UNSUPPORTED: "unsupported",
}


@dataclass(frozen=True, slots=True)
class Ended:
    """`error` is None where the program came to its end."""

    status: ProgramStatus
    error: Finding | None = None
    findings: tuple[Finding, ...] = ()
    result: object = None
    arguments: Sequence[object] = field(default=())


INTERFERED = Ended("runtime_error", words.interfered())


def read(frame: Frame, source: str, given: Sequence[object]) -> Ended:
    """What the program says came of it."""
    try:
        return _read(frame, source, given)
    except FrameError:
        return INTERFERED


def _read(frame: Frame, source: str, given: Sequence[object]) -> Ended:
    findings = findings_from(frame.data.get("findings"), source, KINDS)
    if not KEYS.issuperset(finding.message_key for finding in findings):
        raise FrameError("a finding for which there is no sentence")
    said = frame.data.get("error")
    if said is not None:
        error = findings_from([said], source, KINDS)[0]
        if error.message_key not in KEYS:
            raise FrameError("an error for which there is no sentence")
        return Ended(STATUS.get(error.kind, "runtime_error"), error, findings)
    result, now = frame.data.get("result"), frame.data.get("arguments")
    if not isinstance(result, list) or len(result) != 1 or not isinstance(now, list) or len(now) != 1:
        raise FrameError("a program has one result, and its arguments")
    arguments = unpack(now[0], frame.arrays, "argument")
    if not isinstance(arguments, tuple) or len(arguments) != len(given) or not all(map(_alike, arguments, given)):
        raise FrameError("the arguments of a program stay what they are")
    return Ended("ok", None, findings, unpack(result[0], frame.arrays, "result"), arguments)


def _alike(now: object, then: object) -> bool:
    if isinstance(then, np.ndarray):
        return isinstance(now, np.ndarray) and (now.dtype, now.shape) == (then.dtype, then.shape)
    return True
