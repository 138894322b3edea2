"""A program is run: what it printed and returned, what went wrong in which line, and what its author should know."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

import numpy as np

from app.findings import Finding, Kind, Plain, Severity
from app.program.clock import modelled
from app.program.cuda.arrays import DeviceNDArray
from app.program.misuse import MisuseError, type_name
from app.program.stage import Stage
from app.program.wire import FILE, Wire

LONGEST = 300  # characters of an exception that are told
_DEPTH = 8


@dataclass(slots=True)
class Ran:
    """`result` is the function's own; `error` is None where it came to its end."""

    result: object = None
    error: Finding | None = None
    findings: list[Finding] = field(default_factory=list)
    line: int | None = None  # of the `return`


def run(source: str, entry: str, args: Sequence[object], wire: Wire, ran: Ran | None = None) -> Ran:
    """Execute a program and call its function `entry`. Whatever it raises is told, not raised, MemoryError too.

    A `ran` that is given is filled as the program goes on, for whoever has to end it.
    """
    ran = ran or Ran()
    try:
        stage = Stage(source, wire)
        ran.findings = stage.device_.ledger.findings
        sys.modules.update(stage.modules())
        names: dict[str, Any] = {"__name__": "program"}
        with modelled(wire):
            exec(compile(source, FILE, "exec", dont_inherit=True), names)  # noqa: S102  # a program is to run: this process is behind the wall for it
            ran.result, line = _called(names, entry, args)
        ran.line = line
        stage.device_.ledger.result(_arrays(ran.result), line)
        stage.device_.ledger.waited()
        ran.result = _fetched(ran.result, stage, line)
        stage.device_.ledger.left(line)
        wire.flush()
    except BaseException as error:  # noqa: BLE001 - SystemExit and KeyboardInterrupt of a program are its own, too
        ran.error = _told(error)
    return ran


def _called(names: dict[str, Any], entry: str, args: Sequence[object]) -> tuple[object, int | None]:
    """What the function returns, and the line of that `return`."""
    function = names.get(entry)
    if not callable(function):
        raise NoEntryError(entry)
    code = getattr(function, "__code__", None)
    lines: list[int] = []

    def leaving(frame: FrameType, event: str, _: object) -> Any:
        if event == "return":
            lines.append(frame.f_lineno)
        return leaving

    def entering(frame: FrameType, *_: object) -> Any:
        if frame.f_code is not code:
            return None
        frame.f_trace_lines = False  # so that a loop in it costs nothing
        return leaving

    sys.settrace(entering)
    try:
        result = function(*args)
    finally:
        sys.settrace(None)
    return result, lines[-1] if lines else None


class NoEntryError(Exception):
    """The program has no such function."""


def _told(error: BaseException) -> Finding:
    """The finding that an exception is. Its line is the last one of the program that it passed through."""
    line = _line(error)
    args: dict[str, Plain] = {"type": type_name(error), "text": _text(error)}
    match error:
        case MisuseError():
            facts: dict[str, Plain] = dict(error.args_) if hasattr(error, "args_") else {}
            key = error.key
            kind = Kind.HOST_ERROR if key.startswith("host_error") else Kind(key.partition(".")[0])
            return Finding(
                kind, Severity.ERROR, line, key, args | facts | {"raised": args["type"]}
            )  # facts may have a type
        case NoEntryError():
            return Finding(Kind.MISSING_ENTRY, Severity.ERROR, None, "missing_entry.host", {"name": str(error)[:60]})
        case SyntaxError() if line is None:
            return Finding(
                Kind.SYNTAX_ERROR, Severity.ERROR, error.lineno, "syntax_error", {"text": str(error.msg)[:LONGEST]}
            )
        case MemoryError():
            return Finding(Kind.MEMORY, Severity.ERROR, line, "memory.host", {})
        case RecursionError():
            return Finding(Kind.HOST_ERROR, Severity.ERROR, line, "host_error.recursion", args)
        case AttributeError(name="copy_to_host" | "copy_to_device" as name, obj=np.ndarray()):
            return Finding(Kind.HOST_ERROR, Severity.ERROR, line, "host_error.host_array", args | {"name": name})
        case SystemExit():
            return Finding(Kind.HOST_ERROR, Severity.ERROR, line, "host_error.exit", args)
    return Finding(Kind.HOST_ERROR, Severity.ERROR, line, "host_error", args)


def _text(error: BaseException) -> str:
    try:
        return str(error)[:LONGEST]
    except Exception:  # noqa: BLE001 - a class of the program's may do anything here
        return ""


def _line(error: BaseException) -> int | None:
    frames = list(traceback.walk_tb(error.__traceback__))
    return next((line for frame, line in reversed(frames) if frame.f_code.co_filename == FILE), None)


def _arrays(value: object, depth: int = 0) -> Iterator[np.ndarray]:
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, tuple | list) and depth < _DEPTH:
        for part in value:
            yield from _arrays(part, depth + 1)


def _fetched(value: object, stage: Stage, line: int | None, depth: int = 0) -> object:
    """The result with every array on the device copied to the host, which its author should have done."""
    if isinstance(value, DeviceNDArray):
        stage.device_.ledger.warn(Kind.STALE_HOST_COPY, "stale_host_copy.device_result", line)
        return value.read(implicit=True)
    if isinstance(value, tuple | list) and depth < _DEPTH:
        return tuple(_fetched(part, stage, line, depth + 1) for part in value)
    return value
