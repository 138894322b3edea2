"""What one launch may cost, and what a device of each architecture can be asked for."""

from __future__ import annotations

from dataclasses import dataclass

SHARED_BYTES = 48 << 10  # of one block, static and dynamic together: a GPU with more is never asked by numba


@dataclass(frozen=True, slots=True)
class Limits:
    """`steps`: statements, each by up to 1,024 threads, before a launch counts as hung. `lanes`: how many threads
    run together, which trades memory for speed and changes no result. `seconds`: wall time after which a launch
    counts as hung whatever steps are left, for whoever would rather hear of the loop than of the time."""

    steps: int = 250_000
    lanes: int = 65_536
    seconds: float = 60.0


@dataclass(frozen=True, slots=True)
class Device:
    threads: int = 1024
    block: tuple[int, int, int] = (1024, 1024, 64)
    grid: tuple[int, int, int] = (2**31 - 1, 65_535, 65_535)
    resident: int = 132 * 2048  # threads that run at the same time, and so can wait for one another
    shared_bytes: int = SHARED_BYTES


_ARCHS = frozenset(
    {
        "sm_70", "sm_75", "sm_80", "sm_86", "sm_87", "sm_89", "sm_90", "sm_90a", "sm_100", "sm_103", "sm_110", "sm_120",
        "sm_121",
    }
)  # fmt: skip


def device(arch: str) -> Device:
    """What a device of this architecture allows. Raises ValueError for one that we do not know."""
    if arch not in _ARCHS:
        raise ValueError(f"unknown architecture {arch!r}")
    return Device()
