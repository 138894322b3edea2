"""atomics: how many atomic operations the lanes do: on shared and global memory, and on global memory alone."""

from __future__ import annotations

from app.simt.events import Access, Observer, Op, Space
from app.simt.profile.lines import Lines


class Atomics(Observer):
    """One count a lane and operation: lanes that meet at one cell wait for each other."""

    wants = frozenset({Access})

    def __init__(self) -> None:
        self._lines = Lines()

    def access(self, event: Access) -> None:
        if event.op is Op.ATOMIC and event.count:
            on_global = event.count if event.buffer.space is Space.GLOBAL else 0
            self._lines.add(event.line, {"atomics": event.count, "global_atomics": on_global})

    def lines(self) -> dict[int, dict[str, int]]:
        return self._lines.plain()
