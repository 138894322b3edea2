"""Makes the one verdict out of what the cases gave."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence

import numpy as np

from app.course.models import Case, Exercise
from app.domain.verdict import (
    CaseResult,
    CompiledReport,
    Message,
    Mismatch,
    RequirementResult,
    Verdict,
    VerdictKind,
)
from app.findings import Finding, Index3, Kind, LineProfile, Severity
from app.grading.compare import Difference, compare
from app.grading.pattern import recognise, shown, unwritten
from app.protocol.compiled import Compiled

# What explains most comes first: a race explains a wrong answer, never the other way round.
_PRECEDENCE = (
    VerdictKind.UNSUPPORTED,
    VerdictKind.LAUNCH_ERROR,
    VerdictKind.FAULT,
    VerdictKind.TIME_LIMIT,
    VerdictKind.MEMORY_LIMIT,
    VerdictKind.WRONG_ANSWER,
)
_OF_FINDING = {
    Kind.UNSUPPORTED: VerdictKind.UNSUPPORTED,
    Kind.LAUNCH_CONFIG: VerdictKind.LAUNCH_ERROR,
    Kind.TIMEOUT: VerdictKind.TIME_LIMIT,
    Kind.MEMORY: VerdictKind.MEMORY_LIMIT,
}
_FINAL = frozenset({VerdictKind.TIME_LIMIT, VerdictKind.MEMORY_LIMIT, VerdictKind.UNSUPPORTED})


def judge_case(
    exercise: Exercise,
    case: Case,
    expected: dict[str, np.ndarray],
    outputs: dict[str, np.ndarray],
    findings: Iterable[Finding],
    stdout: str = "",
) -> CaseResult:
    """One case: its findings after the exercise's downgrades, and its first mismatch. `outputs` may lack entries."""
    kept = tuple(_downgraded(f, exercise.downgrade) for f in findings)
    mismatch = _first_mismatch(exercise, case, expected, outputs)
    return CaseResult(
        name=case.name,
        visible=case.visible,
        status=_status(kept, mismatch),
        grid=case.grid,
        block=case.block,
        mismatch=mismatch,
        findings=kept,
        stdout=stdout if case.visible else "",
    )


def not_run(case: Case) -> CaseResult:
    """A case that was left out because an earlier one ended the submission."""
    return CaseResult(name=case.name, visible=case.visible, status="not_run", grid=case.grid, block=case.block)


def ends_submission(result: CaseResult) -> bool:
    """Whether it would be a waste to run the cases after this one."""
    return result.status in _FINAL


def decide(
    device: str,
    compiled: Compiled,
    cases: Sequence[CaseResult],
    requirements: Sequence[RequirementResult],
    lines: dict[int, LineProfile],
) -> Verdict:
    """The verdict on a kernel that compiled."""
    kind = _overall(cases, requirements)
    findings = merge(f for case in cases for f in case.findings)
    return Verdict(
        kind=kind,
        device=device,
        message=_message(kind, cases, findings, requirements),
        cases=tuple(cases),
        findings=findings,
        requirements=tuple(requirements),
        compiled=_report(compiled),
        lines=lines,
    )


def refused(findings: Sequence[Finding], device: str) -> Verdict:
    """The verdict on a source that does not compile, or that took too much of the compiler."""
    kinds = {f.kind for f in findings}
    kind = next((_OF_FINDING[k] for k in (Kind.TIMEOUT, Kind.MEMORY) if k in kinds), VerdictKind.COMPILE_ERROR)
    message = Message(key=f"verdict.{kind}", args={"count": len(findings)})
    return Verdict(kind=kind, device=device, message=message, findings=merge(findings))


def merge(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """One finding a fault and line, as it was first seen: its index and count belong to one case. Errors first."""
    merged: dict[tuple[Kind, str, int | None], Finding] = {}
    for finding in findings:
        merged.setdefault((finding.kind, finding.message_key, finding.line), finding)
    order = list(Severity)
    return tuple(sorted(merged.values(), key=lambda f: order.index(f.severity)))


def owner(mapping: str | None, index: tuple[int, ...], case: Case) -> tuple[Index3, Index3] | None:
    """(thread, block) of an element under the exercise's mapping; None where no thread of the launch owns it."""
    if mapping is None:
        return None
    position = index[::-1]  # x is the last axis
    if len(position) > 3 or (mapping == "grid1d" and len(position) != 1):
        return None
    block = _padded(case.block)
    grid = _padded(case.grid)
    place = position + (0,) * (3 - len(position))
    of_block = tuple(p // b for p, b in zip(place, block, strict=True))
    if any(b >= g for b, g in zip(of_block, grid, strict=True)):
        return None
    thread = tuple(p % b for p, b in zip(place, block, strict=True))
    return (thread[0], thread[1], thread[2]), (of_block[0], of_block[1], of_block[2])


def _padded(dims: tuple[int, ...]) -> Index3:
    full = dims + (1,) * (3 - len(dims))
    return (full[0], full[1], full[2])


def _downgraded(finding: Finding, kinds: frozenset[str]) -> Finding:
    if finding.kind in kinds and finding.severity is Severity.ERROR:
        return dataclasses.replace(finding, severity=Severity.WARNING)
    return finding


def _first_mismatch(
    exercise: Exercise, case: Case, expected: dict[str, np.ndarray], outputs: dict[str, np.ndarray]
) -> Mismatch | None:
    for name in exercise.outputs:
        if name in outputs:
            difference = compare(expected[name], outputs[name], exercise.tolerance)
            if difference is not None:
                empty = name in exercise.empty
                return _mismatch(name, difference, case, exercise.owner.get(name), empty=empty)
    return None


def _mismatch(output: str, difference: Difference, case: Case, mapping: str | None, *, empty: bool) -> Mismatch:
    index = difference.first
    owned = owner(mapping, index, case)
    nothing = empty and unwritten(difference)
    return Mismatch(
        output=output,
        index=index,
        expected=shown(difference.expected[index]),
        got=None if nothing else shown(difference.got[index]),
        thread=owned and owned[0],
        block=owned and owned[1],
        wrong=difference.count,
        total=difference.wrong.size,
        pattern=recognise(difference, case.block, empty=empty),
    )


def _status(findings: Sequence[Finding], mismatch: Mismatch | None) -> VerdictKind:
    kinds = {_OF_FINDING.get(f.kind, VerdictKind.FAULT) for f in findings if f.severity is Severity.ERROR}
    if mismatch is not None:
        kinds.add(VerdictKind.WRONG_ANSWER)
    return next((kind for kind in _PRECEDENCE if kind in kinds), VerdictKind.PASSED)


def _overall(cases: Sequence[CaseResult], requirements: Sequence[RequirementResult]) -> VerdictKind:
    statuses = {case.status for case in cases}
    for kind in _PRECEDENCE:
        if kind in statuses:
            return kind
    return VerdictKind.PASSED if all(r.ok for r in requirements) else VerdictKind.TOO_SLOW


def _message(
    kind: VerdictKind,
    cases: Sequence[CaseResult],
    findings: Sequence[Finding],
    requirements: Sequence[RequirementResult],
) -> Message:
    right = sum(case.status is VerdictKind.PASSED for case in cases)
    missed = next((r for r in requirements if not r.ok), None)
    if kind is VerdictKind.TOO_SLOW and missed is not None:
        return Message(key=f"verdict.{kind}", args={"wanted": missed.wanted, "got": missed.got})
    first = next((case.name for case in cases if case.status is kind), "")
    key = "verdict.passed.noted" if kind is VerdictKind.PASSED and findings else f"verdict.{kind}"
    return Message(key=key, args={"right": right, "total": len(cases), "case": first})


def _report(compiled: Compiled) -> CompiledReport | None:
    """None where nothing was compiled, as in a preview."""
    if not compiled.cubin:
        return None
    return CompiledReport(
        arch=compiled.arch,
        registers=compiled.registers,
        shared_bytes=compiled.shared_bytes,
        local_bytes=compiled.local_bytes,
        spill_bytes=compiled.spill_bytes,
        ptx=compiled.ptx,
    )
