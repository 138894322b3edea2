"""The GPU's part of a submission: every case, whose outputs are those to judge, and the time of the last.

It comes after the interpreter's, so that a fault that was found costs no GPU its context. Where a GPU fails in a case
that the interpreter did not take, the interpreter is asked about that one: it knows the line, the thread and the block.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from app.devices import Cards, Device, RunResult
from app.domain.submission import Stage
from app.domain.verdict import Benchmark, CaseResult, VerdictKind
from app.findings import Severity
from app.grading import hardware, verdict
from app.grading.benchmark import benchmark
from app.logs import about
from app.worker.attempt import Attempt
from app.worker.interpreting import Interpreted, Progress, interpreted
from app.worker.references import Prepared

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Launched:
    """`device` is the card that ran the last of the cases."""

    device: str
    results: list[CaseResult] = field(default_factory=list)
    benchmark: Benchmark | None = None

    @property
    def right(self) -> bool:
        return all(result.status is VerdictKind.PASSED for result in self.results)


def launch(
    attempt: Attempt,
    prepared: Sequence[Prepared],
    found: Interpreted,
    gpu: Cards,
    device: Device,
    progress: Progress,
    *,
    measured: bool,
) -> Launched:
    """Run all cases on a GPU. `device` is the interpreter, and `found` is what it has said of them."""
    launched, over = Launched(gpu.name), False
    for place, one in enumerate(prepared):
        if over:
            launched.results.append(verdict.not_run(one.case))
            continue
        timed = measured and place == len(prepared) - 1 and launched.right
        stage = Stage.MEASURING if timed else Stage.LAUNCHING
        progress(stage, {"case": one.case.name, "done": place, "total": len(prepared)})
        run = _beside(attempt.run(gpu, one, measured=timed), found.runs.get(place))
        result = attempt.judged(one, run, found.noted(place))
        if result.status is not VerdictKind.PASSED:
            asked = found.runs.get(place) or interpreted(attempt, one, device)[0]
            result = _explained(attempt, one, run, result, asked)
        elif timed:
            launched.benchmark = benchmark(attempt.exercise, attempt.case(one)[0], run)
        launched.device = gpu.name
        launched.results.append(result)
        over = verdict.ends_submission(result) or (result.status is VerdictKind.FAULT and not run.outputs)
    _flag(attempt, launched.benchmark)
    return launched


def _beside(run: RunResult, interpreted: RunResult | None) -> RunResult:
    """The GPU's run with what the interpreter alone sees, and what was printed in an order that is always the same."""
    if interpreted is None or interpreted.status != "ok":
        return run
    return replace(run, coverage=interpreted.coverage, stdout=interpreted.stdout or run.stdout)


def _explained(
    attempt: Attempt, prepared: Prepared, run: RunResult, result: CaseResult, interpreted: RunResult
) -> CaseResult:
    """A failure as the interpreter finds it where it does, otherwise as the GPU showed it."""
    blamed = hardware.blamed(interpreted.findings, hung=run.status == "time_limit")
    if not blamed:
        return result
    kept = tuple(finding for finding in run.findings if finding.severity is not Severity.ERROR)
    return attempt.judged(prepared, replace(run, findings=kept), blamed)


def _flag(attempt: Attempt, made: Benchmark | None) -> None:
    """A time above the roofline is a mistake of ours or a trick: whoever runs the site has to look at it."""
    if made is None or not made.withheld:
        return
    slug = attempt.exercise.slug
    what = about("impossible_time", exercise=slug, card=made.card, bytes=made.bytes, flops=made.flops)
    said = "a time of %s on %s was withheld: no kernel that does the stated work can be so fast"
    log.warning(said, slug, made.card, extra=what)
