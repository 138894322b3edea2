"""Findings and types that a child sent: read like everything from behind the wall, as data that may be forged."""

from __future__ import annotations

import json
import re
from collections.abc import Collection

from app.errors import FrameError
from app.findings import LONGEST_TOLD, Finding, Kind, Plain
from app.protocol.compiled import LONGEST_TYPE, MOST_TYPES, Inferred

MOST = 256
_LINE_END = re.compile(r"\r\n?|\n")  # as Python counts lines
_KEY = re.compile(r"[a-z_]+(\.[a-z_]+)*")


def findings_from(listed: Plain, source: str, kinds: Collection[Kind]) -> tuple[Finding, ...]:
    """The findings of these kinds about this source. Raises FrameError where one is anything else."""
    if not isinstance(listed, list) or len(listed) > MOST:
        raise FrameError("findings are a list, and not a long one")
    lines = _lines(source)
    return tuple(_finding(entry, lines, kinds) for entry in listed)


def types_from(listed: Plain, source: str) -> tuple[Inferred, ...]:
    """The types of this source's variables. Raises FrameError where they are not short texts about its lines."""
    if not isinstance(listed, list) or len(listed) > MOST_TYPES:
        raise FrameError("types are a list, and not a long one")
    lines = _lines(source)
    return tuple(_inferred(entry, lines) for entry in listed)


def _inferred(entry: object, lines: int) -> Inferred:
    line, name, kind = entry if isinstance(entry, list) and len(entry) == 3 else (None, None, None)
    if type(line) is not int or not 1 <= line <= lines:
        raise FrameError("a type belongs to a line of the source")
    for text in (name, kind):
        if not isinstance(text, str) or not 0 < len(text) <= LONGEST_TYPE or not text.isprintable():
            raise FrameError("a type is a short text, and so is the name of what has it")
    return Inferred(line, str(name), str(kind))


def _lines(source: str) -> int:
    return len(_LINE_END.findall(source)) + 1


def _finding(entry: object, lines: int, kinds: Collection[Kind]) -> Finding:
    if not isinstance(entry, dict):
        raise FrameError("a finding is a table")
    try:
        finding = Finding.from_plain(entry)
    except (ValueError, KeyError, TypeError) as error:
        raise FrameError(f"a finding has no sense: {error}") from None
    key = finding.message_key
    places = [finding.line, finding.other.line if finding.other else None]
    if finding.kind not in kinds or not _KEY.fullmatch(key) or key.partition(".")[0] != finding.kind.value:
        raise FrameError("a finding is of a kind that this child does not report")
    if not all(line is None or 1 <= line <= lines for line in places) or not _short(finding):
        raise FrameError("a finding points outside the source, or says too much")
    return finding


def _short(finding: Finding) -> bool:
    """Whether its args are what JSON holds, without NaN, and few enough to be stored with a verdict."""
    try:
        return len(json.dumps(dict(finding.args), allow_nan=False)) <= LONGEST_TOLD
    except (TypeError, ValueError, RecursionError):
        return False
