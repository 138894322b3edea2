"""Registers of a block: known from the compiler's report, limited by the multiprocessor, asked for by the launch."""

from __future__ import annotations

import math

from app.devices import Launch, occupancy
from app.findings import Finding, Kind, Severity
from app.protocol.compiled import Compiled


def refused(compiled: Compiled, launch: Launch) -> Finding | None:
    """Why the device would not start the launch for want of registers; None where they suffice."""
    threads = math.prod(launch.block)
    needed = occupancy.block_registers(compiled.registers, threads)
    if needed <= occupancy.REGISTERS or threads > occupancy.MOST:  # no block is so large: the device says so itself
        return None
    args = {
        "registers": compiled.registers,
        "threads": threads,
        "needed": needed,
        "max": occupancy.REGISTERS,
        "fits": occupancy.most_warps(compiled.registers) * occupancy.WARP,
    }
    return Finding(Kind.LAUNCH_CONFIG, Severity.ERROR, None, "launch_config.registers", {**args, "limit": "threads"})
