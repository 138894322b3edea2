"""The layers of the wall, and the exception that names one which cannot be put up."""

from __future__ import annotations

from enum import StrEnum


class Layer(StrEnum):
    """All are mandatory. What each keeps out is in docs/security.md."""

    IDS = "ids"  # as root: another user, no groups, no capabilities
    PDEATHSIG = "pdeathsig"  # dies with its parent
    RLIMITS = "rlimits"
    NON_DUMPABLE = "non_dumpable"  # nobody of the same user may look inside
    NO_NEW_PRIVS = "no_new_privs"
    LANDLOCK = "landlock"
    SECCOMP = "seccomp"


ALL_LAYERS = frozenset(Layer)


class LayerError(Exception):
    """One layer cannot be put up. Lives on the far side of the wall; the parent raises MissingLayerError."""

    def __init__(self, layer: Layer, why: str) -> None:
        super().__init__(f"{layer}: {why}")
        self.layer = layer
        self.why = why
