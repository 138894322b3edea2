"""What is to be said where an interpreter and a GPU have both looked at a kernel."""

from __future__ import annotations

from app.domain.verdict import CaseResult, Message, Verdict, VerdictKind
from app.findings import Finding, Kind, Severity

_UNDECIDED = frozenset({VerdictKind.PASSED, VerdictKind.WRONG_ANSWER, "not_run"})
_COSTS = frozenset({Kind.TIMEOUT, Kind.MEMORY})
_UNKNOWN = frozenset({Kind.UNSUPPORTED, Kind.SYNTAX_ERROR, Kind.MISSING_ENTRY})


def is_certain(result: CaseResult) -> bool:
    """Whether the interpreter's word on a case is the last: a fault, or a launch that no device starts.

    A wrong output is not: the GPU's outputs are those to judge.
    """
    return result.status not in _UNDECIDED


def blamed(findings: tuple[Finding, ...], *, hung: bool) -> tuple[Finding, ...]:
    """What the interpreter found that explains a failure on the GPU; nothing where it found no fault itself.

    That it ran out of time explains a GPU that `hung`, and nothing else.
    """
    faults = _UNKNOWN if hung else _UNKNOWN | _COSTS
    kept = tuple(finding for finding in findings if finding.kind not in faults)
    return kept if any(finding.severity is Severity.ERROR for finding in kept) else ()


def unsteady(result: CaseResult) -> CaseResult:
    """A case whose kernel answered otherwise when it was launched again with the same inputs."""
    assert result.mismatch is not None
    mismatch = result.mismatch.model_copy(update={"pattern": Message(key="pattern.unsteady")})
    return result.model_copy(update={"mismatch": mismatch})


def uncounted(verdict: Verdict) -> Verdict:
    """A verdict on a kernel whose outputs are right, and whose counts, by which the exercise judges too, are missing.

    The GPU has no such counts, and what was not judged must not pass: it costs the learner nothing.
    """
    if not verdict.passed:
        return verdict
    message = Message(key="verdict.unsupported.counts")
    return verdict.model_copy(update={"kind": VerdictKind.UNSUPPORTED, "message": message})
