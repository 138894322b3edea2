"""The peaks of cards, measured once and kept: a file a card, good for one driver and one version of Gridstride."""

from __future__ import annotations

import json
import logging
import math
import os
import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from app import __version__
from app.devices.records import Card, Peaks

FOLDER = "gpus"  # in the data folder: peaks, and the locks of turns
_MOST = 1e7  # in 10⁹ a second: no card copies ten petabytes
_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9-]")

log = logging.getLogger(__name__)


class PeakFolder:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def of(self, card: Card) -> Peaks | None:
        """What was measured; None where it was not, or cannot be read, or was measured under something else."""
        try:
            kept = json.loads(self._path(card).read_bytes())
            if not isinstance(kept, dict) or {name: kept.get(name) for name in _under(card)} != _under(card):
                return None
            return _read(kept["peaks"])
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None

    def keep(self, card: Card, peaks: Peaks) -> None:
        """Write them so that another process reads all of them or none. Whatever refuses is told in the log alone."""
        path = self._path(card)
        draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            draft.write_text(json.dumps({**_under(card), "peaks": asdict(peaks)}))
            os.replace(draft, path)  # noqa: PTH105  # says that it replaces
        except OSError as error:
            log.warning("the peaks of %s are not kept: %s", card.name, error.strerror)
            with suppress(OSError):
                draft.unlink()

    def _path(self, card: Card) -> Path:
        return self._folder / f"{_NOT_IN_A_NAME.sub('_', card.uuid)}.peaks.json"


def _under(card: Card) -> dict[str, str]:
    return {"uuid": card.uuid, "name": card.name, "driver": card.driver, "version": __version__}


def _read(plain: Mapping[str, object]) -> Peaks:
    return Peaks(**{name: _rate(plain[name]) for name in Peaks.__slots__})


def _rate(value: object) -> float:
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not math.isfinite(value)
        or not 0 < value < _MOST
    ):
        raise ValueError(f"{value!r} is no rate")
    return float(value)
