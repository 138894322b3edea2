"""What checks find and profiles count in a learner's kernel: known to every layer, plain data alone."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import cast

Plain = int | float | str | bool | None | list[object] | dict[str, object]  # what JSON holds
Index3 = tuple[int, int, int]

MOST_TOLD = 64  # findings of one run
LONGEST_TOLD = 4_096  # characters of all that fills one finding's sentence, as JSON
_CUTS = ((400, 64), (100, 24), (24, 6))  # characters of a text, items of a list or table: the first that is enough


class Severity(StrEnum):
    """`error` is certain and fails the learner; `warning` may be intended; `info` explains."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Kind(StrEnum):
    """The closed set of findings. Each has words in `app/grading/words/` and a heading in docs/findings.md."""

    SYNTAX_ERROR = "syntax_error"
    MISSING_ENTRY = "missing_entry"
    FORBIDDEN = "forbidden"  # the sandbox said no: a file, a process, the network
    TYPING_ERROR = "typing_error"
    COMPILE_LIMIT = "compile_limit"  # shared bytes, static globals, code size, external calls
    SOURCE_ERROR = "source_error"  # the module raised while it was read
    LAUNCH_CONFIG = "launch_config"
    HOST_ERROR = "host_error"  # host code raised, or called what numba and CUDA refuse
    STALE_HOST_COPY = "stale_host_copy"  # the result stayed on the device
    ASYNC_COPY = "async_copy"  # a copy in a stream that nobody waited for, or that cannot overlap
    OUT_OF_BOUNDS = "out_of_bounds"
    MISALIGNED = "misaligned"  # an address that is no multiple of what is read or written there
    NEGATIVE_INDEX = "negative_index"
    DATA_RACE = "data_race"
    BARRIER_DIVERGENCE = "barrier_divergence"
    UNINITIALIZED_READ = "uninitialized_read"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    UNSUPPORTED = "unsupported"


_ENDING = frozenset({Kind.SYNTAX_ERROR, Kind.MISSING_ENTRY, Kind.TIMEOUT, Kind.MEMORY, Kind.UNSUPPORTED})


@dataclass(frozen=True, slots=True)
class Place:
    """Another access that takes part in a finding, such as the second one of a race."""

    line: int | None
    thread: Index3 | None = None
    block: Index3 | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault on one line.

    `line` is 1-based in the learner's source. `message_key` and `args` find the sentence in the
    table of words, so that a stored finding re-renders in any language. `thread` and `block` are
    (x, y, z) of the first thread concerned, `other` the second access of a race, and `count` says
    how many threads met the same fault on this line.
    """

    kind: Kind
    severity: Severity
    line: int | None
    message_key: str
    args: Mapping[str, Plain] = field(default_factory=dict)
    thread: Index3 | None = None
    block: Index3 | None = None
    other: Place | None = None
    count: int = 1

    def to_plain(self) -> dict[str, Plain]:
        """The finding as JSON-able data; `from_plain` reads it back."""
        other: dict[str, object] | None = None
        if self.other is not None:
            other = {
                "line": self.other.line,
                "thread": _listed(self.other.thread),
                "block": _listed(self.other.block),
            }
        return {
            "kind": self.kind.value,
            "severity": self.severity.value,
            "line": self.line,
            "message_key": self.message_key,
            "args": dict(self.args),
            "thread": _listed(self.thread),
            "block": _listed(self.block),
            "other": other,
            "count": self.count,
        }

    @classmethod
    def from_plain(cls, data: Mapping[str, object]) -> Finding:
        """Read what `to_plain` wrote. Raises ValueError, KeyError or TypeError on anything else."""
        other = data["other"]
        args = data["args"]
        if not isinstance(args, dict) or not isinstance(data["message_key"], str):
            raise TypeError("a finding's args is a table and its message_key a string")
        count = data["count"]
        if not isinstance(count, int):
            raise TypeError("a finding's count is an integer")
        return cls(
            kind=Kind(str(data["kind"])),
            severity=Severity(str(data["severity"])),
            line=_line(data["line"]),
            message_key=data["message_key"],
            args=args,
            thread=_index3(data["thread"]),
            block=_index3(data["block"]),
            other=_place(other),
            count=count,
        )


@dataclass(frozen=True, slots=True)
class LineProfile:
    """Counts of one source line; None where the line does not touch that memory."""

    executions: int
    active_lanes: int
    global_load_requests: int | None = None
    global_load_sectors: int | None = None
    global_load_bytes: int | None = None  # asked for by active lanes
    global_store_requests: int | None = None
    global_store_sectors: int | None = None
    global_store_bytes: int | None = None
    shared_requests: int | None = None
    shared_wavefronts: int | None = None
    shared_ideal: int | None = None  # wavefronts without any bank conflict
    atomics: int | None = None  # on shared and global memory
    global_atomics: int | None = None
    branches: int | None = None
    divergent_branches: int | None = None


def told(found: Sequence[Finding]) -> list[Finding]:
    """Findings as they can be sent and stored: not too many, none too long, of numbers that JSON has.

    A learner chooses names, texts and numbers, and how many lines are wrong. Where some are left out, what ended the
    run stays, and then errors.
    """
    rank = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}
    order = sorted(range(len(found)), key=lambda at: (found[at].kind not in _ENDING, rank[found[at].severity], at))
    kept = order[:MOST_TOLD]
    return [replace(found[at], args=_short_args(found[at].args)) for at in sorted(kept)]


def _short_args(args: Mapping[str, Plain]) -> dict[str, Plain]:
    cuts = ({name: _cut(value, *most) for name, value in args.items()} for most in _CUTS)
    return next((made for made in cuts if len(json.dumps(made)) <= LONGEST_TOLD), {})


def _cut(value: object, longest: int, most: int) -> Plain:
    match value:
        case str():
            text = value.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
            return text if len(text) <= longest else text[: longest - 1] + "…"
        case float() if not math.isfinite(value):
            return str(value)
        case int() if value.bit_length() > 128:
            return f"{'-' if value < 0 else ''}2^{value.bit_length() - 1}…"
        case list() | tuple():
            return [_cut(item, longest, most) for item in value[:most]]
        case dict():
            return {
                str(_cut(str(key), longest, most)): _cut(item, longest, most) for key, item in [*value.items()][:most]
            }
    return cast("Plain", value)  # a number, a bool or None


def _listed(index: Index3 | None) -> list[object] | None:
    return None if index is None else list(index)


def _line(value: object) -> int | None:
    if value is not None and not isinstance(value, int):
        raise TypeError("a line is an integer")
    return value


def _index3(value: object) -> Index3 | None:
    if value is None:
        return None
    if not isinstance(value, list | tuple) or len(value) != 3 or not all(isinstance(v, int) for v in value):
        raise TypeError("a thread or block is three integers")
    return (value[0], value[1], value[2])


def _place(value: object) -> Place | None:
    if value is None:
        return None
    if not isinstance(value, dict):
        raise TypeError("another place is a table")
    return Place(_line(value["line"]), _index3(value["thread"]), _index3(value["block"]))
