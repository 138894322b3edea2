"""Which card a process shall see, told to libcuda before it is loaded."""

from __future__ import annotations

import os
import re
from pathlib import Path

from app.sandbox.nvidia import NoCardError

_CARDS = Path("/proc/driver/nvidia/gpus")
_DEVICES = Path("/dev")


def choose(index: int, visible: str) -> int:
    """Let CUDA see only the card that it would call `index` where CUDA_VISIBLE_DEVICES is `visible`.

    Gives its number among the cards whose device nodes are here. It is named to CUDA by its uuid, because a number
    would mean another card as soon as the others cannot be opened. Raises NoCardError.
    """
    found = present()
    seen = listed(visible, [uuid for uuid, _ in found]) if visible else list(range(len(found)))
    if index >= len(seen):
        raise NoCardError(f"there is no card {index}: {len(seen)} can be seen here")
    chosen = seen[index]
    os.environ["CUDA_VISIBLE_DEVICES"] = found[chosen][0] or str(chosen)
    return chosen


def present(cards: Path = _CARDS, devices: Path = _DEVICES) -> list[tuple[str, int]]:
    """The uuid and the minor number of each card, in the order of the bus."""
    folders = sorted(cards.iterdir()) if cards.is_dir() else []
    texts = [(folder / "information").read_text() for folder in folders]
    facts = [(_field(text, "GPU UUID"), int(_field(text, "Device Minor") or -1)) for text in texts]
    return [(uuid, minor) for uuid, minor in facts if (devices / f"nvidia{minor}").exists()]


def listed(visible: str, uuids: list[str]) -> list[int]:
    """The cards of a list such as "1,0" or "GPU-8932f937", up to the first entry that names none, as CUDA reads it."""
    chosen: list[int] = []
    for entry in (part.strip() for part in visible.split(",")):
        if entry.isdecimal():
            meant = [int(entry)] if int(entry) < len(uuids) else []
        else:
            meant = [at for at, uuid in enumerate(uuids) if entry and uuid.startswith(entry)]
        if len(meant) != 1 or meant[0] in chosen:
            break
        chosen += meant
    return chosen


def _field(text: str, name: str) -> str:
    found = re.search(rf"^{name}:\s*(\S+)", text, re.MULTILINE)
    return "" if found is None or "?" in found[1] else found[1]
