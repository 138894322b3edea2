"""Which cards a process of ours may use: those that have device nodes and that the operator lets us see."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from app.devices.records import Card

VISIBLE = "CUDA_VISIBLE_DEVICES"
DEVICES = Path("/dev")
OLDEST_CUDA = 13  # the major version that our kernels are linked for, which an older driver does not load
_NODE = re.compile(r"nvidia\d+")


def count(environ: Mapping[str, str], devices: Path = DEVICES) -> int:
    """How many cards there may be. Takes no time, and is too high where one does not work."""
    try:
        names = {path.name for path in devices.iterdir()}
    except OSError:
        return 0
    present = sum(1 for name in names if _NODE.fullmatch(name)) if "nvidiactl" in names else 0
    return present if VISIBLE not in environ else min(present, len(_entries(environ[VISIBLE])))


def too_old(card: Card) -> bool:
    """Whether its driver cannot load our kernels. A version that the driver does not tell is taken for new enough."""
    major = card.cuda.partition(".")[0]
    return major.isdecimal() and int(major) < OLDEST_CUDA


def asked_for(wanted: str) -> tuple[int, ...] | None:
    """The cards that the setting `gpus` names, by number; None where it means all of them."""
    if wanted == "auto":
        return None
    return () if wanted == "none" else tuple(dict.fromkeys(int(part) for part in wanted.split(",")))


def visible(cards: Sequence[Card], environ: Mapping[str, str]) -> list[Card]:
    """The cards that CUDA_VISIBLE_DEVICES leaves, numbered anew as CUDA does.

    It names them by their numbers in the order of the bus, or by UUIDs or the beginnings of such.
    """
    if VISIBLE not in environ:
        return list(cards)
    left: list[Card] = []
    for entry in _entries(environ[VISIBLE]):
        found = [one for one in cards if (str(one.index) == entry if entry.isdecimal() else one.uuid.startswith(entry))]
        if len(found) != 1 or found[0] in left:  # CUDA too ends at the first entry that is none
            break
        left += found
    return [replace(card, index=index) for index, card in enumerate(left)]


def _entries(text: str) -> list[str]:
    entries = [entry.strip() for entry in text.split(",")]
    ends = next((at for at, entry in enumerate(entries) if not re.fullmatch(r"\d+|GPU-[\w-]+", entry)), len(entries))
    return entries[:ends]
