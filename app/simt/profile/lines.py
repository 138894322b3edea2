"""Lines: counters by source line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping


class Lines:
    """Sums of named counts; the names are fields of `app.findings.LineProfile`."""

    def __init__(self) -> None:
        self._counts: defaultdict[int, defaultdict[str, int]] = defaultdict(lambda: defaultdict(int))

    def add(self, line: int, counts: Mapping[str, int]) -> None:
        of_line = self._counts[line]
        for name, count in counts.items():
            of_line[name] += count

    def plain(self) -> dict[int, dict[str, int]]:
        return {line: dict(counts) for line, counts in self._counts.items()}
