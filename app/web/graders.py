"""Whether anybody grades: a learner whose submission waits for nobody is told so."""

from __future__ import annotations

from pathlib import Path

from app.store.presence import present
from app.store.walls import WallStore


class Graders:
    def __init__(self, folder: Path, walls: WallStore) -> None:
        self._folder, self._walls = folder, walls

    def away(self) -> bool:
        """No worker is at this data folder, and none that has its layers was heard of lately. Raises StoreError."""
        if "worker" in present(self._folder):
            return False
        return all(any(row.state == "missing" for row in one.layers) for one in self._walls.seen())
