"""Gathers what authors have to mend, so that all of it is told at once."""

from __future__ import annotations

from pathlib import Path

from app.course.models import Fault

MOST_BYTES = 131_072  # at the worst, Markdown takes seconds for this; a long lesson has a third of it


class Faults:
    """The faults of one file. `path` is how the author sees it, relative to the course."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.found: list[Fault] = []

    def add(self, line: int, column: int, message: str) -> None:
        """Note a fault at a 1-based line and column; 0, 0 means the whole file."""
        self.found.append(Fault(self.path, line, column, message))

    def __bool__(self) -> bool:
        return bool(self.found)


def read_text(file: Path, faults: Faults) -> str | None:
    """What is in an author's file; None, and a fault, where it cannot be read."""
    try:
        if file.stat().st_size <= MOST_BYTES:
            return file.read_text("utf-8")
        faults.add(0, 0, f"the file is larger than {MOST_BYTES:,} bytes")
    except FileNotFoundError:
        faults.add(0, 0, "the file is missing")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        faults.add(line, 1, f"the file is not UTF-8: this line has the byte {error.object[error.start]:#04x}")
    except OSError as error:
        faults.add(0, 0, f"the file cannot be read: {error.strerror}")
    return None
