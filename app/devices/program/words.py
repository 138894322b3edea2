"""Findings that are made of how a program's run went, rather than of what was found in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from app.devices.cards.outcome import fault
from app.findings import Finding, Kind, Plain, Severity


def interfered() -> Finding:
    """The program's process says what the stand-in never says."""
    return Finding(Kind.HOST_ERROR, Severity.ERROR, None, "host_error.interfered")


def crashed() -> Finding:
    return Finding(Kind.HOST_ERROR, Severity.ERROR, None, "host_error.crashed")


def too_many_calls(line: int | None, most: int) -> Finding:
    return Finding(Kind.HOST_ERROR, Severity.ERROR, line, "host_error.calls", {"most": most})


def too_much_output() -> Finding:
    return Finding(Kind.HOST_ERROR, Severity.ERROR, None, "host_error.output")


def too_much_traffic(line: int | None, most: int) -> Finding:
    return Finding(Kind.MEMORY, Severity.ERROR, line, "memory.traffic", {"most": most})


def no_memory(line: int | None, args: Mapping[str, Plain | object]) -> Finding:
    asked, left = args.get("asked"), args.get("left")
    facts: dict[str, Plain] = {
        "asked": asked if isinstance(asked, int) else 0,
        "left": left if isinstance(left, int) else 0,
    }
    return Finding(Kind.MEMORY, Severity.ERROR, line, "memory.device", facts)


def host_memory(line: int | None) -> Finding:
    return Finding(Kind.MEMORY, Severity.ERROR, line, "memory.host")


def lost(status: str, word: str, line: int | None) -> Finding:
    """A kernel has cost a GPU its context. `status` is the executor's word for how, `word` the driver's."""
    return replace(fault(status, word), line=line)


def hung(line: int | None) -> Finding:
    """A kernel on a GPU had to be killed."""
    return Finding(Kind.TIMEOUT, Severity.ERROR, line, "timeout.gpu")


def no_time(line: int | None) -> Finding:
    return Finding(Kind.TIMEOUT, Severity.ERROR, line, "timeout.host")
