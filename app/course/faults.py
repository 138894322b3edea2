"""Gathers what authors have to mend, so that all of it is told at once."""

from __future__ import annotations

from app.course.models import Fault


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
