"""Keys and versions: short hashes of a meaning."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

KEY, VERSION = 8, 16  # hexadecimal digits


def key_of(text: str) -> str:
    """The key of an option, a pair or a block: stable wherever it stands."""
    return _hash(text, KEY)


def version_of(text: str) -> str:
    return _hash(text, VERSION)


def shuffled(keys: Sequence[str], salt: str, solution: Sequence[str]) -> list[str]:
    """The keys in an order that tells nothing: the same on every reading, and not that of the solution.

    `solution` is some or all of the keys; where these would stand in its order, all are turned by one.
    """
    order = sorted(keys, key=lambda key: _hash(salt + key, VERSION))
    for _ in order:
        if len(solution) < 2 or [key for key in order if key in solution] != list(solution):
            return order
        order = [*order[1:], order[0]]
    return order


def _hash(text: str, length: int) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:length]
