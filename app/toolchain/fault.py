"""A finding of the toolchain: its kind is the first word of its key."""

from __future__ import annotations

from app.findings import Finding, Kind, Severity
from app.protocol.compiled import CompileError
from app.protocol.faults import KEYS

LONGEST = 300  # characters of any text that a finding quotes


def fault(key: str, line: int | None, **args: str | int) -> Finding:
    """An error with the sentence `key`. Texts are cut, so that a learner's message cannot fill the page."""
    if key not in KEYS:
        raise KeyError(f"{key} is not among the toolchain's sentences")
    cut: dict[str, int | float | str | bool | list[object] | dict[str, object] | None] = {}
    for name, value in args.items():
        cut[name] = value[:LONGEST] if isinstance(value, str) else value
    return Finding(Kind(key.partition(".")[0]), Severity.ERROR, line, key, cut)


def refuse(key: str, line: int | None, **args: str | int) -> CompileError:
    """The same as an exception, to be raised."""
    return CompileError([fault(key, line, **args)])
