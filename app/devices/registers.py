"""Registers of a block: known from the compiler's report, limited by the multiprocessor, asked for by the launch."""

from __future__ import annotations

import math

from app.devices import Launch
from app.findings import Finding, Kind, Severity
from app.protocol.compiled import Compiled

PER_BLOCK = 65_536  # on every architecture that CUDA 13 knows
UNIT = 256  # a warp gets a multiple of so many
_WARP = 32


def refused(compiled: Compiled, launch: Launch) -> Finding | None:
    """Why the device would not start the launch for want of registers; None where they suffice.

    Source: CUDA C++ Programming Guide, technical specifications per compute capability.
    """
    threads = math.prod(launch.block)
    warp = -(-compiled.registers * _WARP // UNIT) * UNIT
    needed = -(-threads // _WARP) * warp
    if needed <= PER_BLOCK:
        return None
    fits = PER_BLOCK // warp * _WARP
    args = {"registers": compiled.registers, "threads": threads, "needed": needed, "max": PER_BLOCK, "fits": fits}
    return Finding(Kind.LAUNCH_CONFIG, Severity.ERROR, None, "launch_config.registers", {**args, "limit": "threads"})
