"""What a launch leaves behind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from app.findings import Finding, LineProfile, Severity
from app.simt.record import Recording
from app.simt.trace import Trace, WarpAccess


@dataclass(frozen=True, slots=True)
class Report:
    """Arrays were updated in place. `lines` is empty without the profile.

    With the check `coverage`: how often each element of an array was written, by the array's name and where it was
    written at all, and how many blocks wrote nothing.
    """

    findings: list[Finding]
    lines: dict[int, LineProfile]
    stdout: str
    trace: Trace | None = None
    coverage: Mapping[str, NDArray[np.uint32]] = field(default_factory=dict)
    idle_blocks: int | None = None
    recording: Recording | None = None  # of the block that was asked for, as far as it ran

    @property
    def ok(self) -> bool:
        """No finding of severity "error"."""
        return all(finding.severity is not Severity.ERROR for finding in self.findings)

    def accesses(self, line: int, warp: int) -> list[WarpAccess]:
        """The warp's first accesses on this line, in order; none without the profile."""
        return [] if self.trace is None else self.trace.of(line, warp)
