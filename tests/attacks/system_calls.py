"""Every system call by name: its numbers, and what Docker's default profile says of it. The facts are in the .txt."""

from __future__ import annotations

import platform
from pathlib import Path

MACHINES = ("x86_64", "aarch64")
_ROWS = [
    line.split()
    for line in Path(__file__).with_suffix(".txt").read_text().splitlines()
    if line and not line.startswith("#")
]
PAIRS: dict[str, tuple[int | None, int | None]] = {
    name: (None if first == "-" else int(first), None if second == "-" else int(second))
    for name, first, second, _ in _ROWS
}
DOCKER_ALLOWS = {name for name, _, _, docker in _ROWS if docker == "yes"}


def number(name: str, machine: str = platform.machine()) -> int:
    """The number of a call here. Raises NotImplementedError on a machine that lacks it."""
    found = PAIRS[name][MACHINES.index(machine)]
    if found is None:
        raise NotImplementedError(f"{machine} has no {name}")
    return found
