"""What a fuzzer calls: any bytes go in, and an exception comes out only where something does not hold."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

CORPUS = Path(__file__).parent / "corpus"


@dataclass(frozen=True, slots=True)
class Target:
    """`words` are pieces of the input's language, which a fuzzer would be long in finding."""

    name: str
    one: Callable[[bytes], None]
    words: tuple[str, ...] = ()
    longest: int = 4_096  # bytes of an input

    def seeds(self) -> list[bytes]:
        return [file.read_bytes() for file in sorted((CORPUS / self.name).glob("*"))]


def text_of(data: bytes) -> str:
    """As a file is read: with `\\n` alone between its lines."""
    return data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")


def json_of(data: bytes) -> object:
    """What the bytes say as JSON, None where they are none. A fuzzer finds JSON soon from a seed that is."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def table_of(data: bytes) -> dict[str, object]:
    found = json_of(data)
    return found if isinstance(found, dict) else {}
