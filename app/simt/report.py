"""What a launch leaves behind."""

from __future__ import annotations

from dataclasses import dataclass

from app.findings import Finding, LineProfile, Severity
from app.simt.trace import Trace, WarpAccess


@dataclass(frozen=True, slots=True)
class Report:
    """Arrays were updated in place. `lines` is empty without the profile."""

    findings: list[Finding]
    lines: dict[int, LineProfile]
    stdout: str
    trace: Trace | None = None

    @property
    def ok(self) -> bool:
        """No finding of severity "error"."""
        return all(finding.severity is not Severity.ERROR for finding in self.findings)

    def accesses(self, line: int, warp: int) -> list[WarpAccess]:
        """The warp's first accesses on this line, in order; none without the profile."""
        return [] if self.trace is None else self.trace.of(line, warp)
