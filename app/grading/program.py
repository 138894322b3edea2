"""Host programs: what a run of one gave, case by case, and the verdict that follows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from pydantic import JsonValue

from app.course.models import Case, Direction, Exercise, Parameter
from app.domain.verdict import CaseResult, Message, Mismatch, RequirementResult, Timeline, Verdict, VerdictKind
from app.findings import Finding, Kind, Severity
from app.grading.timing import mistimed
from app.grading.verdict import downgraded, first_mismatch, merge

if TYPE_CHECKING:
    from app.devices.program import ProgramReport, ProgramStatus  # a preview works where there is no sandbox to import

# What explains most comes first: a fault in a kernel explains an exception, which explains a wrong answer.
_PRECEDENCE = (
    VerdictKind.UNSUPPORTED,
    VerdictKind.COMPILE_ERROR,
    VerdictKind.LAUNCH_ERROR,
    VerdictKind.FAULT,
    VerdictKind.RUNTIME_ERROR,
    VerdictKind.TIME_LIMIT,
    VerdictKind.MEMORY_LIMIT,
    VerdictKind.WRONG_ANSWER,
)
_OF_STATUS: Mapping[ProgramStatus, VerdictKind] = {
    "compile_error": VerdictKind.COMPILE_ERROR,
    "launch_error": VerdictKind.LAUNCH_ERROR,
    "runtime_error": VerdictKind.RUNTIME_ERROR,
    "time_limit": VerdictKind.TIME_LIMIT,
    "memory_limit": VerdictKind.MEMORY_LIMIT,
    "output_limit": VerdictKind.RUNTIME_ERROR,
    "call_limit": VerdictKind.TIME_LIMIT,
    "unsupported": VerdictKind.UNSUPPORTED,
}
_FINAL = frozenset(
    {VerdictKind.COMPILE_ERROR, VerdictKind.TIME_LIMIT, VerdictKind.MEMORY_LIMIT, VerdictKind.UNSUPPORTED}
)
_OF_KERNELS = frozenset({VerdictKind.FAULT, VerdictKind.PASSED, VerdictKind.WRONG_ANSWER})  # said of both alike
_NOT_THERE = {  # warnings of runs that go well; yet no caller of the program could use what it returns
    "stale_host_copy.device_result": ("on the device", "returned.device"),
    "async_copy.returned": ("on its way", "returned.early"),
}
_NUMBERS = {"b": "b", "i": "iu", "u": "iu", "f": "iuf", "c": "iufc"}  # kinds of dtype that a number's kind takes


def judge_case(exercise: Exercise, case: Case, expected: Mapping[str, np.ndarray], report: ProgramReport) -> CaseResult:
    """One case: its findings after the exercise's downgrades, and the first thing that is not as it should be."""
    kept = tuple(downgraded(finding, exercise.downgrade) for finding in report.findings)
    mismatch = _mismatch(exercise, case, expected, report) if report.status == "ok" else None
    return CaseResult(
        name=case.name,
        visible=case.visible,
        status=_status(kept, mismatch, report),
        grid=(),
        block=(),
        mismatch=mismatch,
        findings=kept,
        stdout=report.stdout if case.visible else "",
    )


def ends_submission(result: CaseResult) -> bool:
    """Whether the cases after this one would tell nothing new."""
    return result.status in _FINAL


def decide(
    device: str,
    entry: str,
    cases: Sequence[CaseResult],
    requirements: Sequence[RequirementResult] = (),
    timeline: Timeline | None = None,
) -> Verdict:
    """The verdict on a program whose cases ran."""
    kind = _overall(cases, requirements)
    findings = merge(finding for case in cases for finding in case.findings)
    return Verdict(
        kind=kind,
        device=device,
        message=_message(kind, entry, cases, findings, requirements),
        cases=tuple(cases),
        findings=findings,
        requirements=tuple(requirements),
        timeline=timeline,
    )


def refused(findings: Sequence[Finding], device: str) -> Verdict:
    """The verdict on what is no source text at all."""
    kind = VerdictKind.COMPILE_ERROR
    return Verdict(kind=kind, device=device, message=Message(key=f"verdict.{kind}.program"), findings=merge(findings))


def unavailable(device: str) -> Verdict:
    """The verdict of a machine on which no program can be run."""
    return Verdict(kind=VerdictKind.UNSUPPORTED, device=device, message=Message(key="verdict.unsupported.preview"))


def _mismatch(
    exercise: Exercise, case: Case, expected: Mapping[str, np.ndarray], report: ProgramReport
) -> Mismatch | None:
    outputs: dict[str, np.ndarray] = {}
    for parameter, now in zip(exercise.parameters, report.arguments, strict=True):
        if parameter.direction is Direction.INOUT and isinstance(now, np.ndarray):
            outputs[parameter.name] = now
    for finding in report.findings:
        if finding.message_key in _NOT_THERE and exercise.results:
            got, key = _NOT_THERE[finding.message_key]
            return _misformed(exercise.results[:1], expected, got, Message(key=key))
    returned = _returned(exercise, expected, report.result)
    if isinstance(returned, Mismatch):
        return returned
    times = {result.name: returned[result.name] for result in exercise.results if result.times}
    return first_mismatch(exercise, case, {**expected, **times}, outputs | returned, {}) or mistimed(
        exercise, case, returned, report
    )


def _returned(
    exercise: Exercise, expected: Mapping[str, np.ndarray], result: object
) -> dict[str, np.ndarray] | Mismatch:
    """The results by name, or in what they are not what the exercise asks for."""
    wanted, entry = exercise.results, exercise.entry
    if not wanted:
        return {}
    if result is None:
        return _misformed(wanted, expected, "None", Message(key="returned.nothing", args={"entry": entry}))
    parts = result if isinstance(result, tuple) else (result,)
    if len(parts) != len(wanted) or (len(wanted) == 1) == isinstance(result, tuple):
        args: dict[str, JsonValue] = {"entry": entry, "got": len(parts), "wanted": len(wanted)}
        key = "returned.tuple" if len(wanted) == 1 else "returned.count"
        return _misformed(wanted, expected, f"{len(parts)}", Message(key=key, args=args))
    made = {}
    for parameter, part in zip(wanted, parts, strict=True):
        array = np.asarray(part)
        if (message := _unlike(parameter, expected[parameter.name], part, array)) is not None:
            return _misformed((parameter,), expected, _shape(array), message)
        made[parameter.name] = array.astype(expected[parameter.name].dtype, copy=False)
    return made


def _unlike(wanted: Parameter, expected: np.ndarray, got: object, array: np.ndarray) -> Message | None:
    """Why this part of a result cannot be compared. A number may be one of Python's or of a width of its own."""
    args: dict[str, JsonValue] = {"output": wanted.name, "wanted": _shape(expected), "got": _shape(array)}
    if wanted.ndim and not isinstance(got, np.ndarray):
        return Message(key="returned.no_array", args=args | {"got": type(got).__name__})
    if array.shape != expected.shape:
        return Message(key="returned.shape" if wanted.ndim else "returned.no_number", args=args)
    fits = array.dtype == expected.dtype
    if not wanted.ndim and array.dtype.names is None:
        fits = array.dtype.kind in _NUMBERS.get(expected.dtype.kind, "")
    return None if fits else Message(key="returned.dtype", args=args)


def _misformed(wanted: Sequence[Parameter], expected: Mapping[str, np.ndarray], got: str, message: Message) -> Mismatch:
    """No element can be told, so that `total` is 0."""
    name = wanted[0].name if wanted else ""
    told = _shape(expected[name]) if len(wanted) == 1 else ", ".join(one.name for one in wanted)
    return Mismatch(
        output=name, index=(), expected=told, got=got, thread=None, block=None, wrong=0, total=0, pattern=message
    )


def _shape(array: np.ndarray) -> str:
    """`float32 (1000,)`, as NumPy says it; of a number its dtype alone."""
    dtype = "record" if array.dtype.names else array.dtype.name
    return f"{dtype} {array.shape}" if array.ndim else dtype


def _status(findings: Iterable[Finding], mismatch: Mismatch | None, report: ProgramReport) -> VerdictKind:
    kinds = {VerdictKind.WRONG_ANSWER} if mismatch is not None else set()
    if report.status != "ok":
        kinds.add(_OF_STATUS[report.status])
    if any(f.severity is Severity.ERROR and f != report.error for f in findings):
        kinds.add(VerdictKind.FAULT)
    return next((kind for kind in _PRECEDENCE if kind in kinds), VerdictKind.PASSED)


def _overall(cases: Sequence[CaseResult], requirements: Sequence[RequirementResult]) -> VerdictKind:
    statuses = {case.status for case in cases}
    met = VerdictKind.PASSED if all(r.ok for r in requirements) else VerdictKind.TOO_SLOW
    return next((kind for kind in _PRECEDENCE if kind in statuses), met)


def _message(
    kind: VerdictKind,
    entry: str,
    cases: Sequence[CaseResult],
    findings: Sequence[Finding],
    requirements: Sequence[RequirementResult],
) -> Message:
    first = next((case for case in cases if case.status is kind), None)
    missed = next((r for r in requirements if not r.ok), None)
    if kind is VerdictKind.TOO_SLOW and missed is not None:
        return Message(key="verdict.too_slow.program", args={"wanted": missed.wanted, "got": missed.got})
    if first is not None and first.mismatch is not None and first.mismatch.total == 0 and first.mismatch.pattern:
        return first.mismatch.pattern
    if kind is VerdictKind.RUNTIME_ERROR and first is not None:
        return _raised(first)
    if kind is VerdictKind.FAULT and first is not None and _only_streams(first):
        return Message(key="verdict.fault.streams", args={"case": first.name})
    right = sum(case.status is VerdictKind.PASSED for case in cases)
    args: dict[str, JsonValue] = {"right": right, "total": len(cases), "case": first.name if first else ""}
    noted = kind is VerdictKind.PASSED and findings
    key = "verdict.passed.noted" if noted else f"verdict.{kind}" if kind in _OF_KERNELS else f"verdict.{kind}.program"
    return Message(key=key, args=args | {"entry": entry})


def _only_streams(case: CaseResult) -> bool:
    """Whether what is wrong lies between the kernels, and in none of them."""
    return all(f.kind is Kind.ASYNC_COPY for f in case.findings if f.severity is Severity.ERROR)


def _raised(case: CaseResult) -> Message:
    """The exception with its line; other endings have sentences of their own, which the findings say."""
    last = next((f for f in reversed(case.findings) if f.severity is Severity.ERROR), None)
    if last is None or last.kind is not Kind.HOST_ERROR or last.line is None or "text" not in last.args:
        return Message(key="verdict.runtime_error.program", args={"case": case.name})
    said: dict[str, JsonValue] = {
        "type": str(last.args.get("raised", last.args["type"])),
        "text": str(last.args["text"]),
        "line": last.line,
    }
    return Message(key="verdict.runtime_error.raised", args=said | {"case": case.name})
