"""atomics: how many atomic operations the lanes do, on shared and global memory alike."""

from __future__ import annotations

from app.simt.events import Access, Observer, Op
from app.simt.profile.lines import Lines


class Atomics(Observer):
    """One count a lane and operation: lanes that meet at one cell wait for each other."""

    wants = frozenset({Access})

    def __init__(self) -> None:
        self._lines = Lines()

    def access(self, event: Access) -> None:
        if event.op is Op.ATOMIC and event.count:
            self._lines.add(event.line, {"atomics": event.count})

    def lines(self) -> dict[int, dict[str, int]]:
        return self._lines.plain()
