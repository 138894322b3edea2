"""The interpreter's part of a submission: the cases that it takes, with every check, and the counts of the last.

Where no GPU stands behind it, the interpreter has the last word on everything. Where one does, what the interpreter
cannot do is left to the GPU and told: a construct that it does not know, memory or time that its own work takes. A
kernel that uses up its *steps* hangs on either: they are counted, the same on every machine, and no time of ours.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace

from app.devices import Device, RunResult
from app.domain.submission import Stage
from app.domain.verdict import CaseResult, Message
from app.findings import Finding, LineProfile, Severity
from app.grading import hardware, verdict
from app.worker.attempt import Attempt
from app.worker.references import Prepared

Progress = Callable[[Stage, dict[str, object]], None]


@dataclass(slots=True)
class Interpreted:
    """What came of the cases by their places. `lines` are the counts of the last one that ran to its end.

    Of a case that is left to the GPU there is a run and no result; `unchecked` says why.
    """

    runs: dict[int, RunResult] = field(default_factory=dict)
    results: dict[int, CaseResult] = field(default_factory=dict)
    lines: dict[int, LineProfile] = field(default_factory=dict)
    idle_blocks: dict[str, int] = field(default_factory=dict)
    unchecked: Message | None = None

    @property
    def certain(self) -> bool:
        """Whether something was found that nothing a GPU says could mend."""
        return any(map(hardware.is_certain, self.results.values()))

    def noted(self, place: int) -> tuple[Finding, ...]:
        """What is to be told of a case beside the GPU's own findings."""
        run = self.runs.get(place)
        if run is None or (place not in self.results and run.status != "unsupported"):
            return ()
        return run.findings if place in self.results else tuple(map(_told, run.findings))


def interpret(
    attempt: Attempt,
    prepared: Sequence[Prepared],
    places: Collection[int],
    device: Device,
    progress: Progress,
    *,
    helped: bool,
) -> Interpreted:
    """Run the cases at these places. `helped` says that a GPU will run them all, and can do what this one cannot."""
    found = Interpreted()
    for done, place in enumerate(sorted(places)):
        one = prepared[place]
        if any(map(verdict.ends_submission, found.results.values())):
            found.results[place] = verdict.not_run(one.case)
            continue
        progress(*at(prepared, places, done))
        run, why = interpreted(attempt, one, device)
        found.runs[place] = run
        if helped and why is not None:
            found.unchecked = why
            break
        case, _ = attempt.case(one)
        found.results[place] = attempt.judged(one, run)
        found.lines = dict(run.lines) or found.lines  # the last case is the large one: its counts are those to judge
        if run.idle_blocks is not None:
            found.idle_blocks[case.name] = run.idle_blocks
    return found


def at(prepared: Sequence[Prepared], places: Collection[int], done: int) -> tuple[Stage, dict[str, object]]:
    """What is told of the case after so many."""
    case = prepared[sorted(places)[done]].case
    return Stage.SIMULATING, {"case": case.name, "done": done, "total": len(places)}


def changes(progress: Progress) -> Progress:
    """Tells nothing twice in a row."""
    last: list[tuple[Stage, dict[str, object]]] = []

    def tell(stage: Stage, args: dict[str, object]) -> None:
        if last != [(stage, args)]:
            last[:] = [(stage, args)]
            progress(stage, args)

    return tell


def interpreted(attempt: Attempt, prepared: Prepared, device: Device) -> tuple[RunResult, Message | None]:
    """What the interpreter says of one case, and why that is not the last word where a GPU can be asked."""
    run = attempt.run(device, prepared)
    return run, _why(run)


def _why(run: RunResult) -> Message | None:
    line = next((finding.line for finding in run.findings if finding.severity is Severity.ERROR), None)
    if run.status == "unsupported":
        return Message(key="unchecked.line", args={"line": line}) if line else Message(key="unchecked.whole")
    if run.status == "memory_limit":
        return Message(key="unchecked.memory")
    return Message(key="unchecked.slow") if run.status == "time_limit" and run.late else None


def _told(finding: Finding) -> Finding:
    """What the interpreter could not do is no fault of the kernel's."""
    return replace(finding, severity=Severity.INFO) if finding.severity is Severity.ERROR else finding
