"""Running without a layer: an operator's own choice, and which choices can be answered for.

A layer can be left out only where another one keeps learner code from the worker itself. Both that can be are left out
alone, and only by a worker that starts as root, for then children are another user than the worker: children of a plain
user would own its database, and either layer is all that keeps them from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.errors import ConfigError
from app.sandbox import ids, landlock
from app.sandbox.layers import ALL_LAYERS, Layer

SETTING = "GRIDSTRIDE_WITHOUT"
OPENS: Mapping[Layer, str] = {
    Layer.LANDLOCK: "learner code can read whatever every user of this machine can, reference solutions among it, "
    "and can empty or make files where every user can",
    Layer.SECCOMP: "learner code can send over the network, disturb other children, "
    "and try every system call of this kernel",
}
_NEVER: Mapping[Layer, str] = {
    Layer.IDS: "a worker that cannot become another user is run as a plain user instead",
    Layer.PDEATHSIG: "every Linux has it",
    Layer.RLIMITS: "every Linux has them, and without them one job takes all memory",
    Layer.NON_DUMPABLE: "every Linux has it",
    Layer.NO_NEW_PRIVS: "every Linux has it, and landlock and seccomp need it",
}


def standing(waived: Iterable[str]) -> frozenset[Layer]:
    """The layers that stay where these are left out. Raises ConfigError for a choice that nobody can answer for."""
    chosen = frozenset(map(Layer, waived))
    for layer in sorted(chosen & _NEVER.keys()):
        raise ConfigError(f"{SETTING} names {layer}, which is never left out: {_NEVER[layer]}")
    if len(chosen) > 1:
        raise ConfigError(f"{SETTING} names {', '.join(sorted(chosen))}: one can be left out, for the others to stand")
    if chosen and not ids.is_root():
        raise ConfigError(
            f"{SETTING} is for a worker that starts as root, whose children become another user; "
            "the children of a plain user would own the worker's database"
        )
    if Layer.LANDLOCK in chosen:
        _refuse_open_folders()
    return ALL_LAYERS - chosen


def opened(waived: Iterable[str]) -> list[str]:
    """What each layer that is left out opens, in a sentence; nothing of those that cannot be left out."""
    return [f"The sandbox runs without {name}: {OPENS[Layer(name)]}." for name in waived if name in OPENS]


def _refuse_open_folders() -> None:
    """Where Python lives in a folder that only root may pass, children keep a capability that then reads every file."""
    closed = ids.closed_to_others([*landlock.interpreter(), *landlock.packages(["numpy"])])
    if closed is not None:
        raise ConfigError(
            f"{SETTING} cannot name landlock here: Python lives under {closed}, which only root may enter, "
            "and what lets children read it would let them read everything; install Python elsewhere"
        )
