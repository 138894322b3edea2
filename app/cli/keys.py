"""Who a learner is on each server that they send to."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

_KEY = re.compile(r"[A-Za-z0-9_-]{43}")  # as the page /key shows it


def is_whole(key: str) -> bool:
    return _KEY.fullmatch(key) is not None


class Keys:
    """The learner's key on each server, in a file that only its owner can read."""

    def __init__(self) -> None:
        home = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
        self._file = Path(home) / "gridstride" / "keys.json"

    def of(self, url: str) -> str | None:
        found = self._all().get(url)
        return found if isinstance(found, str) and is_whole(found) else None

    def keep(self, url: str, key: str) -> None:
        keys = self._all()
        if not key or keys.get(url) == key:
            return
        try:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            part = self._file.with_suffix(f".{os.getpid()}")
            part.touch(mode=0o600)
            part.write_text(json.dumps({**keys, url: key}, indent=1) + "\n", "utf-8")
            part.replace(self._file)
        except OSError as error:  # the verdict is there all the same
            print(f"gridstride: the key could not be kept in {self._file}: {error.strerror}", file=sys.stderr)

    def _all(self) -> dict[str, object]:
        try:
            keys = json.loads(self._file.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return keys if isinstance(keys, dict) else {}
