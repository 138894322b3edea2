"""Makes the one verdict out of what the cases gave."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from pydantic import JsonValue

from app.course.models import Case, Exercise, ExerciseKind
from app.domain.verdict import (
    CaseResult,
    CompiledReport,
    Coverage,
    Message,
    Mismatch,
    RequirementResult,
    Verdict,
    VerdictKind,
)
from app.findings import Finding, Index3, Kind, LineProfile, Severity
from app.grading import launch
from app.grading.compare import Difference, compare
from app.grading.fields import fields
from app.grading.pattern import recognise, shown, unwritten
from app.protocol.compiled import Compiled

KEPT_PTX = 1 << 18  # characters that are stored and shown: a stranger may send some megabytes with each submission

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
_SAID_OF_LAUNCHES = frozenset(
    {
        VerdictKind.COMPILE_ERROR,
        VerdictKind.LAUNCH_ERROR,
        VerdictKind.FAULT,
        VerdictKind.TIME_LIMIT,
        VerdictKind.TOO_SLOW,
    }
)
_FINAL = frozenset({VerdictKind.TIME_LIMIT, VerdictKind.MEMORY_LIMIT, VerdictKind.UNSUPPORTED})


def judge_case(
    exercise: Exercise,
    case: Case,
    expected: Mapping[str, np.ndarray],
    outputs: Mapping[str, np.ndarray],
    findings: Iterable[Finding],
    stdout: str = "",
    written: Mapping[str, np.ndarray] = {},
) -> CaseResult:
    """One case: its findings after the exercise's downgrades, and its first mismatch. `outputs` may lack entries.

    `written` says of outputs how often each element was written; the first output's is kept of a visible case.
    """
    kept = tuple(downgraded(f, exercise.downgrade) for f in findings)
    launched = all(finding.kind is not Kind.LAUNCH_CONFIG for finding in kept)
    mismatch = first_mismatch(exercise, case, expected, outputs, written) if launched else None
    return CaseResult(
        name=case.name,
        visible=case.visible,
        status=_status(kept, mismatch),
        grid=case.grid,
        block=case.block,
        mismatch=mismatch,
        findings=kept,
        stdout=stdout if case.visible else "",
        coverage=_coverage(exercise, written) if case.visible and launched else None,
    )


def listed(made: Verdict, sass: tuple[tuple[int | None, str], ...]) -> Verdict:
    """The verdict with the machine code of its kernel; one on a kernel that did not compile stays as it is."""
    if made.compiled is None:
        return made
    return made.model_copy(update={"compiled": made.compiled.model_copy(update={"sass": sass})})


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
    *,
    of: ExerciseKind = "kernel",
) -> Verdict:
    """The verdict on a kernel that compiled, or on the launch of one. `of` is the exercise's kind."""
    kind = _overall(cases, requirements)
    findings = merge(f for case in cases for f in case.findings)
    return Verdict(
        kind=kind,
        device=device,
        message=_message(kind, cases, findings, requirements, of),
        cases=tuple(cases),
        findings=findings,
        requirements=tuple(requirements),
        compiled=_report(compiled),
        lines=lines,
    )


def refused(findings: Sequence[Finding], device: str, *, of: ExerciseKind = "kernel") -> Verdict:
    """The verdict on a source that does not compile, or that took too much of the compiler; on a launch's text."""
    kinds = {f.kind for f in findings}
    kind = next((_OF_FINDING[k] for k in (Kind.TIMEOUT, Kind.MEMORY) if k in kinds), VerdictKind.COMPILE_ERROR)
    message = Message(key=_key(kind, of), args={"count": len(findings)})
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


def downgraded(finding: Finding, kinds: frozenset[str]) -> Finding:
    if finding.kind in kinds and finding.severity is Severity.ERROR:
        return dataclasses.replace(finding, severity=Severity.WARNING)
    return finding


def _coverage(exercise: Exercise, written: Mapping[str, np.ndarray]) -> Coverage | None:
    name = exercise.outputs[0]
    return launch.covered(name, written[name]) if name in written else None


def first_mismatch(
    exercise: Exercise,
    case: Case,
    expected: Mapping[str, np.ndarray],
    outputs: Mapping[str, np.ndarray],
    written: Mapping[str, np.ndarray],
) -> Mismatch | None:
    # Numbers first: what a record holds, such as the state of a generator, tells a reader less.
    for name in sorted(exercise.outputs, key=lambda name: name in expected and expected[name].dtype.names is not None):
        if name in outputs:
            ndim, differing = expected[name].ndim, _differing(exercise, name, expected[name], outputs[name])
            if differing:
                field, difference = min(differing, key=lambda each: each[1].first[:ndim])
                owned = owner(exercise.owner.get(name), difference.first[:ndim], case)
                mismatch = _mismatch(exercise, name, difference, case, written.get(name))
                return mismatch.model_copy(
                    update={"output": field, "thread": owned and owned[0], "block": owned and owned[1]}
                )
    return None


def _differing(exercise: Exercise, name: str, expected: np.ndarray, got: np.ndarray) -> list[tuple[str, Difference]]:
    """What differs, by field of its records; of numbers, the output itself."""
    pairs = zip(fields(name, expected), fields(name, got), strict=True)
    found = [(field, compare(wanted, given, exercise.tolerance)) for (field, wanted), (_, given) in pairs]
    return [(field, difference) for field, difference in found if difference is not None]


def _mismatch(
    exercise: Exercise, output: str, difference: Difference, case: Case, written: np.ndarray | None
) -> Mismatch:
    index, empty = difference.first, output in exercise.empty
    owned = owner(exercise.owner.get(output), index, case)
    nothing = empty and unwritten(difference)
    # Which x or y missed them can be said only where the exercise maps threads to elements in the usual way.
    told = nothing and written is not None and output in exercise.owner
    unreached = launch.unreached(written, case) if told and written is not None else None
    return Mismatch(
        output=output,
        index=index,
        expected=shown(difference.expected[index]),
        got=None if nothing else shown(difference.got[index]),
        thread=owned and owned[0],
        block=owned and owned[1],
        wrong=difference.count,
        total=difference.wrong.size,
        pattern=unreached or recognise(difference, case.block, empty=empty),
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
    of: ExerciseKind,
) -> Message:
    right = sum(case.status is VerdictKind.PASSED for case in cases)
    missed = next((r for r in requirements if not r.ok), None)
    if kind is VerdictKind.TOO_SLOW and missed is not None:
        judged = missed.case or (cases[-1].name if of == "launch" else "")  # counts are those of the last case
        case: dict[str, JsonValue] = {"case": judged} if judged else {}
        return Message(key=_key(kind, of), args={"wanted": missed.wanted, "got": missed.got, **case})
    first = next((case.name for case in cases if case.status is kind), "")
    key = "verdict.passed.noted" if kind is VerdictKind.PASSED and findings else _key(kind, of)
    return Message(key=key, args={"right": right, "total": len(cases), "case": first})


def _key(kind: VerdictKind, of: ExerciseKind) -> str:
    return f"verdict.{kind}.launch" if of == "launch" and kind in _SAID_OF_LAUNCHES else f"verdict.{kind}"


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
        ptx=compiled.ptx[:KEPT_PTX],
        types=tuple((one.line, one.name, one.type) for one in compiled.types),
    )
