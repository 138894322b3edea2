"""What one launch may cost, and what a device of each architecture can be asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Limits:
    """`steps`: statements, each by up to 1,024 threads, before a launch counts as hung. `lanes`: how many threads
    run together, which trades memory for speed and changes no result."""

    steps: int = 250_000
    lanes: int = 65_536


@dataclass(frozen=True, slots=True)
class Device:
    threads: int = 1024
    block: tuple[int, int, int] = (1024, 1024, 64)
    grid: tuple[int, int, int] = (2**31 - 1, 65_535, 65_535)
    resident: int = 132 * 2048  # threads that run at the same time, and so can wait for one another
    shared_bytes: int = 48 << 10  # of one block, static and dynamic together, opted in


_SHARED_KB: Mapping[str, int] = MappingProxyType(
    {
        "sm_70": 96, "sm_75": 64, "sm_80": 163, "sm_86": 99, "sm_87": 163, "sm_89": 99, "sm_90": 227, "sm_90a": 227,
        "sm_100": 227, "sm_103": 227, "sm_110": 227, "sm_120": 99, "sm_121": 99,
    }
)  # fmt: skip


def device(arch: str) -> Device:
    """What a device of this architecture allows. Raises ValueError for one that we do not know."""
    if arch not in _SHARED_KB:
        raise ValueError(f"unknown architecture {arch!r}")
    return Device(shared_bytes=_SHARED_KB[arch] << 10)
