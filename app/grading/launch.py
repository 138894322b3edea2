"""Launches that learners choose: what is in the way of one, and what it reached."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from app.course.cases import MAX_THREADS
from app.course.launch import LaunchPlan
from app.course.models import Budget, Case
from app.domain.verdict import Coverage, Message
from app.findings import Finding, Kind, Severity
from app.protocol.compiled import CompileError

MOST_RUNS = 400
MORE = 2  # in a run: twice and more
_SAME = frozenset({"data_race.same_value", "data_race.same_value.one"})
_WARP = 32
_STEP = 1_024  # threads that one step of a budget pays for


def planned(plan: LaunchPlan, case: Case, budget: Budget) -> tuple[Case, tuple[Finding, ...]]:
    """The case with the grid and block that the plan gives it, and what is in the way of running it."""
    try:
        grid, block = plan.dims(case.sizes)
    except CompileError as error:
        return case, error.findings
    chosen = replace(case, grid=grid, block=block)
    starts = math.prod(block) <= MAX_THREADS  # else the device refuses it at once, and says why
    endless = starts and _lanes(chosen) > _STEP * budget.steps
    return chosen, (_endless(plan, chosen, "timeout.launch"),) if endless else ()


def retold(plan: LaunchPlan, case: Case, findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """What a device found, at the learner's own lines.

    That the given kernel does not end is the launch's doing, and so is that several threads write the same element.
    """
    return tuple(_retold(plan, case, finding) for finding in findings)


def _retold(plan: LaunchPlan, case: Case, finding: Finding) -> Finding:
    if finding.kind is Kind.TIMEOUT:
        return _endless(plan, case, "timeout.launch.few" if _lanes(case) <= _STEP else "timeout.launch")
    if finding.kind is Kind.LAUNCH_CONFIG and finding.line is None:
        of_block = str(finding.args.get("limit", "")).startswith("threads")
        return replace(finding, line=plan.line("block" if of_block else "grid"))
    if finding.message_key in _SAME:  # no matter in a kernel of one's own; here it is the whole task
        return replace(finding, severity=Severity.ERROR, message_key="data_race.launch")
    return finding


def _lanes(case: Case) -> int:
    return math.prod(case.grid) * math.ceil(math.prod(case.block) / _WARP) * _WARP


def _endless(plan: LaunchPlan, case: Case, key: str) -> Finding:
    blocks, threads = math.prod(case.grid), math.prod(case.block)
    args = {"blocks": blocks, "threads": threads, "total": blocks * threads}
    shown: dict[str, int | str] = {name: _json(count) for name, count in args.items()}
    return Finding(Kind.TIMEOUT, Severity.ERROR, plan.line("grid"), key, {**shown})


def _json(count: int) -> int | str:
    return count if count < 1 << 53 else f"{count:.1e}"


def covered(output: str, counts: NDArray[np.uint32]) -> Coverage:
    """How often each element of an output was written, in C order."""
    times = np.minimum(counts.ravel(), MORE)
    never, once, more = (int(np.count_nonzero(times == count)) for count in (0, 1, MORE))
    return Coverage(output=output, shape=counts.shape, never=never, once=once, more=more, runs=_runs(times))


def _runs(times: NDArray[np.uint32]) -> tuple[tuple[int, int], ...]:
    starts = np.concatenate([np.zeros(min(1, times.size), np.int64), np.flatnonzero(times[1:] != times[:-1]) + 1])
    if starts.size > MOST_RUNS:
        return ()
    lengths = np.diff(starts, append=times.size)
    return tuple((int(length), int(times[start])) for length, start in zip(lengths, starts, strict=True))


def unreached(counts: NDArray[np.uint32], case: Case) -> Message | None:
    """Which elements no thread wrote; None where all were written, or none at all."""
    missed = counts == 0
    count, total = int(np.count_nonzero(missed)), missed.size
    if count in (0, total):
        return None
    if missed.ndim == 2 and (message := _sides(missed, case)):
        return message
    threads = math.prod(case.grid) * math.prod(case.block)
    if missed.ndim == 1 and missed[total - count :].all():
        args = {"first": total - count, "last": threads - 1, "end": total - 1}
        return Message(key="pattern.unreached_tail", args={**args})
    return Message(key="pattern.unreached", args={"count": count, "total": total})


def _sides(missed: NDArray[np.bool_], case: Case) -> Message | None:
    """Rows at the bottom, columns at the right, or both."""
    rows, columns = (int(np.count_nonzero(~missed.all(axis=axis))) for axis in (1, 0))
    reached = np.zeros_like(missed)
    reached[:rows, :columns] = True
    if not np.array_equal(reached, ~missed):
        return None
    key = "pattern.unreached_corner"
    if columns == missed.shape[1]:
        key = "pattern.unreached_rows"
    elif rows == missed.shape[0]:
        key = "pattern.unreached_columns"
    ends = {"last_x": _last(case, 0), "last_y": _last(case, 1)}
    sizes = {"rows": rows, "columns": columns, "all_rows": missed.shape[0], "all_columns": missed.shape[1]}
    return Message(key=key, args={**sizes, **ends})


def _last(case: Case, axis: int) -> int:
    """The highest x (axis 0) or y (axis 1) of any thread in the launch."""
    grid, block = (*case.grid, 1, 1), (*case.block, 1, 1)
    return grid[axis] * block[axis] - 1
