"""How many blocks of a launch a multiprocessor can hold at once, in theory, and what stands in the way of more.

Source: CUDA C++ Programming Guide, technical specifications per compute capability; the allocation units, and that
registers are given out in four parts of the multiprocessor, are those of CUDA's own calculator (cuda_occupancy.h of
CUDA 13.0). It is taken that a kernel can have all shared memory of the multiprocessor: a driver gives it what it needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from app.errors import ConfigError

Limit = Literal["registers", "shared_memory", "warps", "blocks"]

WARP = 32
MOST = 1_024  # threads of a block
REGISTERS = 65_536  # of a multiprocessor, and the most of a block
REGISTER_UNIT = 256  # a warp gets a multiple of so many
_PARTS = 4  # of a multiprocessor, each with its share of the registers; a warp lives in one


@dataclass(frozen=True, slots=True)
class Multiprocessor:
    """What one holds at most. `reserved` bytes of its shared memory go to each block; blocks get it in `unit` bytes."""

    warps: int
    blocks: int
    shared_bytes: int
    reserved: int = 1 << 10
    unit: int = 128


MULTIPROCESSORS: Mapping[str, Multiprocessor] = MappingProxyType(
    {
        "sm_75": Multiprocessor(32, 16, 64 << 10, reserved=0, unit=256),
        "sm_80": Multiprocessor(64, 32, 164 << 10),
        "sm_86": Multiprocessor(48, 16, 100 << 10),
        "sm_87": Multiprocessor(48, 16, 164 << 10),
        "sm_89": Multiprocessor(48, 24, 100 << 10),
        "sm_90": Multiprocessor(64, 32, 228 << 10),
        "sm_100": Multiprocessor(64, 32, 228 << 10),
        "sm_103": Multiprocessor(64, 32, 228 << 10),
        "sm_110": Multiprocessor(48, 24, 228 << 10),
        "sm_120": Multiprocessor(48, 24, 100 << 10),
        "sm_121": Multiprocessor(48, 24, 100 << 10),
    }
)


@dataclass(frozen=True, slots=True)
class Residency:
    """`fits` says of each limit how many blocks it leaves room for; `limited_by` names those that leave the fewest."""

    warps: int
    most_warps: int
    blocks: int
    fits: Mapping[Limit, int]
    limited_by: tuple[Limit, ...]


def multiprocessor(arch: str) -> Multiprocessor:
    """That of an architecture such as "sm_90". Raises ConfigError for one that is not known."""
    found = MULTIPROCESSORS.get(arch)
    if found is None:
        raise ConfigError(f"the architecture {arch!r} is not known; there are {', '.join(MULTIPROCESSORS)}")
    return found


def residency(arch: str, threads: int, registers: int, shared_bytes: int) -> Residency:
    """Of blocks of `threads`, each thread with so many registers, each block with so many bytes, static and dynamic.

    Raises ConfigError as `multiprocessor` does.
    """
    holds = multiprocessor(arch)
    own = warps_of(threads)
    bytes_ = max(holds.unit, -(-(shared_bytes + holds.reserved) // holds.unit) * holds.unit)
    fits: dict[Limit, int] = {
        "registers": most_warps(registers) // own,
        "shared_memory": holds.shared_bytes // bytes_,
        "warps": holds.warps // own,
        "blocks": holds.blocks,
    }
    fewest = min(fits.values())
    limited_by = tuple(limit for limit, blocks in fits.items() if blocks == fewest)
    return Residency(fewest * own, holds.warps, fewest, fits, limited_by)


def warps_of(threads: int) -> int:
    return -(-threads // WARP)


def warp_registers(registers: int) -> int:
    """What a warp takes whose threads need so many."""
    return max(1, -(-registers * WARP // REGISTER_UNIT)) * REGISTER_UNIT


def most_warps(registers: int) -> int:
    """How many warps find registers in a multiprocessor."""
    return REGISTERS // _PARTS // warp_registers(registers) * _PARTS


def block_registers(registers: int, threads: int) -> int:
    """What a block takes of REGISTERS: it is counted as though each part of the multiprocessor got as many warps."""
    return -(-warps_of(threads) // _PARTS) * _PARTS * warp_registers(registers)


def best_block(arch: str, registers: int, shared_bytes: int) -> int:
    """Threads of the largest block with which a multiprocessor holds the most warps.

    The runtime's cudaOccupancyMaxPotentialBlockSize goes down from the largest block, and keeps one that holds more.
    """
    return max(range(MOST, 0, -WARP), key=lambda threads: residency(arch, threads, registers, shared_bytes).warps)
