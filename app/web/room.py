"""Room on the disk: below a certain measure nothing new is taken, while what is there can still be read and graded."""

from __future__ import annotations

import logging
import shutil
from dataclasses import dataclass
from pathlib import Path

from app.errors import BadInputError

LEAST = 128 << 20  # bytes: below this a write may soon fail

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Room:
    folder: Path
    least: int = LEAST

    def check(self) -> None:
        """Raises BadInputError where the disk is nearly full: SQLite would fail in the middle of something."""
        try:
            free = shutil.disk_usage(self.folder).free
        except OSError:
            return  # the database says it better
        if free < self.least:
            log.error("nothing new is taken: %d MiB are free for data, less than %d", free >> 20, self.least >> 20)
            raise BadInputError("request.full")
