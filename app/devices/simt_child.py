"""The interpreter behind the wall. Learner Python is never executed here, only interpreted."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from app.errors import FrameError
from app.findings import Finding, Plain, Severity
from app.protocol.frames import Frame
from app.simt import Checks, Limits, Report, launch, warming
from app.simt.record import written

PACKAGES = ("numpy",)
COVERAGE = "coverage of "  # no parameter's name has a space
RECORDED = "the recording"  # as above
STDOUT = 65_536  # characters of what the kernel prints that are sent back


def warm() -> None:
    """Have the interpreter in memory, so that a fork finds there what is imported late."""
    warming.warm()


def rehearse() -> None:
    """Interpret a kernel in a child that waits, so that it has the pages that this writes to."""
    warming.warm()


def handle(job: Frame, send: Callable[[Frame], None]) -> None:
    """Answer a "run" with a "result": findings, line profiles, what was printed, and the output arrays by name.

    Where it is asked for, also the coverage of each output that was written, under COVERAGE and its name, and the
    steps of one block under RECORDED.
    """
    data = job.data
    arguments = _table(data, "arguments")
    values = [_value(job, entry) for entry in arguments]
    seconds = float(str(data["seconds"]))
    began = time.monotonic()
    for _ in range(_number(data, "turns") - 1):
        report = _launched(data, arguments, values, seconds - (time.monotonic() - began))
        if any(finding.severity is Severity.ERROR for finding in report.findings):
            break
        _carry(data, arguments, values)
    else:
        report = _launched(data, arguments, values, seconds - (time.monotonic() - began))
    result: dict[str, Plain] = {
        "findings": [_plain(finding) for finding in report.findings],
        "lines": {str(line): asdict(profile) for line, profile in report.lines.items()},
        "stdout": report.stdout[:STDOUT],
        "idle_blocks": report.idle_blocks,
        "late": time.monotonic() - began > seconds,
    }
    outputs = {str(e["name"]): value for e, value in zip(arguments, values, strict=True) if e["output"]}
    covered = {COVERAGE + name: counts for name, counts in report.coverage.items() if name in outputs}
    send(Frame("result", result, outputs | covered | _recorded(report, str(data["source"]))))


def _launched(data: Any, arguments: list[dict[str, Any]], values: list[Any], seconds: float) -> Report:
    return launch(
        str(data["source"]),
        str(data["entry"]),
        grid=_sizes(data, "grid"),
        block=_sizes(data, "block"),
        args=values,
        shared_bytes=_number(data, "shared_bytes"),
        checks=replace(Checks.all() if data["checked"] else Checks.none(), coverage=bool(data["coverage"])),
        limits=Limits(steps=_number(data, "steps"), seconds=max(0.0, seconds)),
        arch=str(data["arch"]),
        outputs=tuple(str(entry["name"]) for entry in arguments if entry["empty"]),
        record=_sizes(data, "record"),
    )


def _carry(data: Any, arguments: list[dict[str, Any]], values: list[Any]) -> None:
    """What this turn wrote is what the next one reads."""
    by_name = {str(entry["name"]): value for entry, value in zip(arguments, values, strict=True)}
    for output, taken in data["carried"]:
        by_name[taken][...] = by_name[output]


def _recorded(report: Report, source: str) -> dict[str, np.ndarray]:
    """The recording as JSON and as a terminal shows it: an array, since a frame's own JSON is bounded more tightly."""
    if report.recording is None:
        return {}
    told = {"plain": report.recording.to_plain(), "text": written(report.recording, source)}
    text = json.dumps(told, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return {RECORDED: np.frombuffer(text.encode("utf-8", "replace"), np.uint8)}


def _plain(finding: Finding) -> dict[str, Plain]:
    """A budget that is spent before any loop turned has no line; the interpreter says 0."""
    return (finding if finding.line else replace(finding, line=None)).to_plain()


def _value(job: Frame, entry: dict[str, Any]) -> Any:
    array = job.arrays[str(entry["array"])]
    return array[()] if entry["scalar"] else array


def _table(data: Any, name: str) -> list[dict[str, Any]]:
    entries = data[name]
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise FrameError(f"{name} is a list of tables")
    return entries


def _sizes(data: Any, name: str) -> tuple[int, ...]:
    return tuple(int(size) for size in data[name])


def _number(data: Any, name: str) -> int:
    return int(data[name])
