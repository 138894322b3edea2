"""Judges what an exercise asks for beyond right outputs, by the counts of the profiled case."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping

from app.course.models import Requirement
from app.domain.verdict import RequirementResult
from app.findings import LineProfile

SECTOR_BYTES = 32
WARP = 32
LEAST_SHARE = 0.01  # of what all lines cost: a guard that splits one warp of thousands is not named
IDLE_BLOCKS = "idle_blocks"  # of exercises of kind `launch`, and the one that no line's counts tell
Lines = Mapping[int, LineProfile]


def judge(requirement: Requirement, lines: Lines, idle_blocks: Mapping[str, int] = {}) -> RequirementResult:
    """Wanted, got, and the lines that cost it, worst first. Raises KeyError on a name that nobody counts.

    `idle_blocks` says of each case how many blocks of its launch wrote nothing.
    """
    if requirement.name == IDLE_BLOCKS:
        return _judge_idle(requirement, idle_blocks)
    got = METRICS[requirement.name](lines)
    ok = OPERATORS[requirement.op](got, requirement.value)
    cost = _COSTS[requirement.name]
    share = LEAST_SHARE if requirement.op == ">=" else 0  # where all has to be gone, each line counts
    least = share * sum(map(cost, lines.values()))
    costly = sorted((line for line in lines if cost(lines[line]) > least), key=lambda line: -cost(lines[line]))
    return RequirementResult(
        name=requirement.name,
        wanted=str(requirement),
        got=round(got, 4),
        ok=ok,
        lines=() if ok else tuple(costly),
    )


def _judge_idle(requirement: Requirement, idle_blocks: Mapping[str, int]) -> RequirementResult:
    """By the worst case, since a launch that fits one size may waste on the next."""
    case = max(idle_blocks, key=idle_blocks.__getitem__, default="")
    got = idle_blocks.get(case, 0)
    ok = OPERATORS[requirement.op](got, requirement.value)
    return RequirementResult(name=requirement.name, wanted=str(requirement), got=got, ok=ok, case="" if ok else case)


def cost(name: str, profile: LineProfile) -> float:
    """What a line costs under a requirement: wasted bytes, extra wavefronts. 0 under a name not in `METRICS`."""
    return _COSTS.get(name, _free)(profile)


def _sector_efficiency(lines: Lines) -> float:
    """Bytes that lanes asked for over bytes moved between global memory and the cache, 0 to 1."""
    moved = _bytes_moved(lines)
    return sum(_used_bytes(p) for p in lines.values()) / moved if moved else 1.0


def _bytes_moved(lines: Lines) -> float:
    """Between global memory and the cache, both ways, an element each time that it is asked for."""
    return sum(_moved(p) for p in lines.values())


def _lane_efficiency(lines: Lines) -> float:
    """Lanes at work over places in the warps that ran a line, 0 to 1."""
    places = sum(WARP * p.executions for p in lines.values())
    return sum(p.active_lanes for p in lines.values()) / places if places else 1.0


def _bank_conflicts(lines: Lines) -> float:
    """Wavefronts beyond those that the same lanes would need without any conflict."""
    return float(sum(_extra_wavefronts(p) for p in lines.values()))


def _shared_requests(lines: Lines) -> float:
    return float(sum(p.shared_requests or 0 for p in lines.values()))


def _atomics(lines: Lines) -> float:
    return sum(_atomics_of(p) for p in lines.values())


def _global_atomics(lines: Lines) -> float:
    return sum(_global_atomics_of(p) for p in lines.values())


def _atomics_of(profile: LineProfile) -> float:
    return float(profile.atomics or 0)


def _global_atomics_of(profile: LineProfile) -> float:
    return float(profile.global_atomics or 0)


def _extra_wavefronts(profile: LineProfile) -> float:
    return float((profile.shared_wavefronts or 0) - (profile.shared_ideal or 0))


def _idle_lanes(profile: LineProfile) -> float:
    return float(WARP * profile.executions - profile.active_lanes)


def _free(_: LineProfile) -> float:
    return 0.0  # what is asked for is presence: no line is at fault


def _moved(profile: LineProfile) -> float:
    return float(SECTOR_BYTES * ((profile.global_load_sectors or 0) + (profile.global_store_sectors or 0)))


def _used_bytes(profile: LineProfile) -> float:
    """At most what the line moved: a value that a whole warp reads, asked for 32 times, makes up for no other line."""
    return min(_moved(profile), (profile.global_load_bytes or 0) + (profile.global_store_bytes or 0))


def _wasted_bytes(profile: LineProfile) -> float:
    return _moved(profile) - _used_bytes(profile)


METRICS: Mapping[str, Callable[[Lines], float]] = {
    "sector_efficiency": _sector_efficiency,
    "bytes_moved": _bytes_moved,
    "lane_efficiency": _lane_efficiency,
    "bank_conflicts": _bank_conflicts,
    "shared_requests": _shared_requests,
    "atomics": _atomics,
    "global_atomics": _global_atomics,
}
_COSTS: Mapping[str, Callable[[LineProfile], float]] = {
    "sector_efficiency": _wasted_bytes,
    "bytes_moved": _moved,
    "lane_efficiency": _idle_lanes,
    "bank_conflicts": _extra_wavefronts,
    "shared_requests": _free,
    "atomics": _atomics_of,
    "global_atomics": _global_atomics_of,
}
OPERATORS: Mapping[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
}
