"""The block that `forall` gets: what CUDA's occupancy calculator would choose for a kernel's registers and memory."""

from __future__ import annotations

REGISTERS = 65_536  # of a multiprocessor, which four parts share evenly
UNIT = 256  # a warp gets a multiple of so many
WARPS = 64  # that a multiprocessor holds
BLOCKS = 32
SHARED = 228 << 10
RESERVED = 1 << 10  # bytes of it for each block
WARP = 32
MOST = 1024  # threads of a block


def best_block(registers: int, shared_bytes: int) -> int:
    """Threads of the largest block with which a multiprocessor of an H200 holds the most warps.

    Source: CUDA C++ Programming Guide, technical specifications of compute capability 9.0; the runtime's
    cudaOccupancyMaxPotentialBlockSize goes down from the largest block, and keeps one that holds more.
    """
    unit = max(1, -(-registers * WARP // UNIT)) * UNIT
    warps = min(WARPS, REGISTERS // 4 // unit * 4)
    shared = shared_bytes + RESERVED

    def resident(block: int) -> int:
        own = block // WARP
        return min(warps // own, BLOCKS, SHARED // shared) * own

    return max(range(MOST, 0, -WARP), key=resident)
