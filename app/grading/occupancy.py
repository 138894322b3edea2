"""The occupancy of a launch, for the verdict."""

from __future__ import annotations

import math

from app.devices.occupancy import residency
from app.domain.verdict import Occupancy
from app.protocol.compiled import Compiled


def occupancy(compiled: Compiled, case: str, block: tuple[int, ...], shared_bytes: int) -> Occupancy | None:
    """Of a case's launch with so many bytes of dynamic shared memory.

    None where nothing was compiled, as in a preview, or where no such block can start.
    """
    threads = math.prod(block)
    if not compiled.cubin or not block:
        return None
    found = residency(compiled.arch, threads, compiled.registers, compiled.shared_bytes + shared_bytes)
    if not found.blocks:
        return None
    return Occupancy(
        case=case,
        arch=compiled.arch,
        threads=threads,
        warps=found.warps,
        most_warps=found.most_warps,
        blocks=found.blocks,
        fits=dict(found.fits),
        limited_by=found.limited_by,
    )
