"""The occupancy of a launch, for the verdict, and where an exercise asks for it."""

from __future__ import annotations

import math

from app.course.models import Requirement
from app.devices.occupancy import residency
from app.domain.verdict import Occupancy, RequirementResult
from app.grading.requirement import OPERATORS
from app.protocol.compiled import Compiled

OCCUPANCY = "occupancy"  # as a requirement: the share of the warps that a multiprocessor could hold, 0 to 1


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


def judge_occupancy(requirement: Requirement, found: Occupancy | None) -> RequirementResult:
    """Wanted and got. No line is at fault: it is the block, and all that a thread and a block take up."""
    got = found.warps / found.most_warps if found else 0.0
    ok = OPERATORS[requirement.op](got, requirement.value)
    return RequirementResult(name=requirement.name, wanted=str(requirement), got=round(got, 4), ok=ok)
