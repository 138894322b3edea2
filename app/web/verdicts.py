"""A verdict in the reader's words: one view for the page and for the API."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel

from app.domain.submission import Mode, State, Submission
from app.domain.verdict import (
    CaseResult,
    CompiledReport,
    Coverage,
    Mismatch,
    Number,
    Verdict,
    VerdictKind,
)
from app.findings import Finding, Index3, Kind, LineProfile, Severity
from app.grading.words import Words
from app.web.benchmark import BenchmarkView
from app.web.films import ComingView, FilmView, coming_view, film_view
from app.web.occupancy import OccupancyView, occupancy_view
from app.web.phrases import Phrases
from app.web.requirements import RequirementView, requirement_view
from app.web.timeline import TimelineView

# What a run finds in the code that ran, which in an exercise of kind `launch` is not what was sent.
_OF_CODE = frozenset(
    {
        Kind.OUT_OF_BOUNDS,
        Kind.MISALIGNED,
        Kind.NEGATIVE_INDEX,
        Kind.DATA_RACE,
        Kind.BARRIER_DIVERGENCE,
        Kind.UNINITIALIZED_READ,
    }
)
_UNJUDGED = frozenset({VerdictKind.SUPERSEDED, VerdictKind.INFRASTRUCTURE, VerdictKind.UNSUPPORTED})


class FindingView(BaseModel):
    kind: Kind
    label: str  # the kind as a badge
    severity: Severity
    line: int | None
    in_kernel: bool  # the line is one of the kernel that the exercise gives, not of what was sent
    message: str
    help: str  # empty where there is nothing general to say
    thread: Index3 | None
    block: Index3 | None
    other_line: int | None
    count: int


class MismatchView(BaseModel):
    case: str
    output: str
    index: tuple[int, ...]
    expected: Number
    got: Number | None  # null where the element was never written
    thread: Index3 | None
    block: Index3 | None
    wrong: int
    total: int
    pattern: str  # empty where none was recognised


class CaseView(BaseModel):
    name: str
    visible: bool
    status: VerdictKind | Literal["not_run"]
    title: str
    grid: tuple[int, ...]
    block: tuple[int, ...]
    mismatch: MismatchView | None
    stdout: str
    coverage: Coverage | None  # of a visible case of an exercise of kind `launch`


class LineView(BaseModel):
    """The counts of one source line, and what is read from them."""

    executions: int
    active_lanes: int
    global_load_requests: int | None
    global_load_sectors: int | None
    global_load_bytes: int | None
    global_store_requests: int | None
    global_store_sectors: int | None
    global_store_bytes: int | None
    shared_requests: int | None
    shared_wavefronts: int | None
    shared_ideal: int | None
    atomics: int | None
    global_atomics: int | None
    branches: int | None
    divergent_branches: int | None
    load_sectors_per_request: float | None
    store_sectors_per_request: float | None
    bank_conflicts: int | None  # wavefronts beyond the ideal


class VerdictView(BaseModel):
    kind: VerdictKind
    title: str
    message: str
    device: str
    passed: bool
    launched: bool  # what was sent is a launch: counts and costs are those of the kernel that the exercise gives
    findings: list[FindingView]
    cases: list[CaseView]
    mismatch: MismatchView | None  # the first of all cases
    requirements: list[RequirementView]
    compiled: CompiledReport | None
    lines: dict[int, LineView]
    occupancy: OccupancyView | None  # theoretical, whatever the device
    benchmark: BenchmarkView | None  # where a GPU ran it and the exercise asks for one
    timeline: TimelineView | None  # the calls of a host program
    film: FilmView | None  # what the kernel drew
    coming: ComingView | None  # that film, where it is still to be drawn
    unchecked: str  # why the interpreter left its part out where a GPU did the rest; else empty
    ms: float

    @property
    def sign(self) -> str:
        return sign_of(self.kind)

    def worst(self, line: int) -> Severity | None:
        """The gravest that is to be said of a line, for its colour; the other line of a race is only noted."""
        here = [finding for finding in self.findings if not finding.in_kernel]
        found = {finding.severity for finding in here if finding.line == line}
        if not self.launched and any(line in requirement.lines for requirement in self.requirements):
            found.add(Severity.WARNING)
        if any(finding.other_line == line for finding in here):
            found.add(Severity.INFO)
        return next((severity for severity in Severity if severity in found), None)


class SubmissionView(BaseModel):
    id: str
    exercise: str
    version: str
    mode: Mode
    state: State
    position: int | None  # 1 is next; null unless it waits
    idle: bool  # it waits, and nobody grades
    created_at: datetime
    url: str
    events_url: str
    verdict: VerdictView | None


def shown(submission: Submission, position: int | None, lang: str, *, idle: bool = False) -> SubmissionView:
    """A submission in a reader's language."""
    verdict = submission.verdict
    return SubmissionView(
        id=submission.id,
        exercise=submission.exercise,
        version=submission.version,
        mode=submission.mode,
        state=submission.state,
        position=position,
        idle=idle,
        created_at=submission.created_at,
        url=f"/submissions/{submission.id}",
        events_url=f"/api/submissions/{submission.id}/events",
        verdict=None if verdict is None else verdict_view(verdict, lang),
    )


def sign_of(kind: VerdictKind) -> str:
    """✓ or ✗, and – where the kernel was not judged."""
    if kind is VerdictKind.PASSED:
        return "✓"
    return "–" if kind in _UNJUDGED else "✗"


def verdict_view(verdict: Verdict, lang: str) -> VerdictView:
    words, phrases = Words(lang, stored=True), Phrases(lang)
    cases = [_case(case, words, phrases) for case in verdict.cases]
    held, bench, calls = verdict.occupancy, verdict.benchmark, verdict.timeline
    launched = any(case.coverage is not None for case in verdict.cases)
    requirements = [requirement_view(result, verdict.lines, phrases) for result in verdict.requirements]
    return VerdictView(
        kind=verdict.kind,
        title=words.title(verdict.kind),
        message=_message(verdict, requirements, words, phrases),
        device=verdict.device,
        passed=verdict.passed,
        launched=launched,
        findings=[_finding(finding, words, launched=launched) for finding in verdict.findings],
        cases=cases,
        mismatch=next((case.mismatch for case in cases if case.mismatch is not None), None),
        requirements=requirements,
        compiled=verdict.compiled,
        lines={number: _line(profile) for number, profile in sorted(verdict.lines.items())},
        occupancy=None if held is None else occupancy_view(held, verdict.compiled, phrases),
        benchmark=None if bench is None else BenchmarkView(**dict(bench)),
        timeline=None if calls is None else TimelineView(**dict(calls)),
        film=None if verdict.film is None else film_view(verdict.film, lang),
        coming=None if verdict.coming is None else coming_view(verdict.coming),
        unchecked="" if verdict.unchecked is None else words.message(verdict.unchecked),
        ms=verdict.ms,
    )


def _message(verdict: Verdict, requirements: list[RequirementView], words: Words, phrases: Phrases) -> str:
    missed = next((view for view in requirements if not view.ok), None)
    if verdict.kind is not VerdictKind.TOO_SLOW or missed is None:
        return words.message(verdict.message)
    return phrases("verdict.wasteful", label=missed.label, asked=missed.asked, got=missed.reached)


def _finding(finding: Finding, words: Words, *, launched: bool) -> FindingView:
    message, help_ = words.finding(finding)
    return FindingView(
        kind=finding.kind,
        label=words.kind(finding.kind),
        severity=finding.severity,
        line=finding.line,
        in_kernel=launched and finding.kind in _OF_CODE,
        message=message,
        help=help_,
        thread=finding.thread,
        block=finding.block,
        other_line=None if finding.other is None else finding.other.line,
        count=finding.count,
    )


def _case(case: CaseResult, words: Words, phrases: Phrases) -> CaseView:
    return CaseView(
        name=case.name,
        visible=case.visible,
        status=case.status,
        title=phrases("case.not_run") if case.status == "not_run" else words.title(case.status),
        grid=case.grid,
        block=case.block,
        mismatch=None if case.mismatch is None else _mismatch(case.name, case.mismatch, words),
        stdout=case.stdout,
        coverage=case.coverage,
    )


def _mismatch(case: str, mismatch: Mismatch, words: Words) -> MismatchView:
    return MismatchView(
        case=case,
        output=mismatch.output,
        index=mismatch.index,
        expected=mismatch.expected,
        got=mismatch.got,
        thread=mismatch.thread,
        block=mismatch.block,
        wrong=mismatch.wrong,
        total=mismatch.total,
        pattern="" if mismatch.pattern is None else words.message(mismatch.pattern),
    )


def _line(profile: LineProfile) -> LineView:
    counts = {name: getattr(profile, name) for name in LineProfile.__dataclass_fields__}
    ideal = profile.shared_ideal
    return LineView(
        **counts,
        load_sectors_per_request=_ratio(profile.global_load_sectors, profile.global_load_requests),
        store_sectors_per_request=_ratio(profile.global_store_sectors, profile.global_store_requests),
        bank_conflicts=None
        if profile.shared_wavefronts is None or ideal is None
        else profile.shared_wavefronts - ideal,
    )


def _ratio(sectors: int | None, requests: int | None) -> float | None:
    return round(sectors / requests, 2) if sectors is not None and requests else None
