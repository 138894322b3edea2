"""Judges what an exercise asks of a program's calls to the device, and makes the timeline that shows them.

All of it goes by the modelled timeline, which is the same on every machine: a measured one would make a verdict chance.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from app.course.models import Requirement
from app.domain.verdict import RequirementResult, Timeline, TimelineCall
from app.grading.requirement import OPERATORS

if TYPE_CHECKING:
    from app.devices.program import Call  # a preview works where there is no sandbox to import

MOST_CALLS = 400  # of a timeline
Calls = Sequence["Call"]


def judge_calls(requirement: Requirement, calls: Calls) -> RequirementResult:
    """Wanted, got, and the lines of the calls that cost it, those that take longest first."""
    measure, costly = METRICS[requirement.name]
    got = measure(calls)
    ok = OPERATORS[requirement.op](got, requirement.value)
    lines = () if ok else _lines(costly(calls))
    return RequirementResult(name=requirement.name, wanted=str(requirement), got=got, ok=ok, lines=lines)


def timeline(case: str, calls: Calls, *, measured: bool = False) -> Timeline:
    """What a page draws: the first calls, when they ran or would have run, and how many came after them."""
    shown = tuple(
        TimelineCall(
            action=call.action,
            line=call.line,
            engine=call.engine,
            start_us=round(call.span_us[0], 2),
            end_us=round(call.span_us[1], 2),
            bytes=call.bytes,
            stream=call.stream,
            implicit=call.implicit,
            pinned=call.pinned,
            kernel=call.kernel,
            grid=call.grid,
            block=call.block,
        )
        for call in calls[:MOST_CALLS]
    )
    return Timeline(case=case, measured=measured, calls=shown, left_out=max(0, len(calls) - MOST_CALLS))


def overlap(calls: Calls) -> float:
    """The share of all copies' time in which a kernel runs, too: 0 to 1, and 0 where nothing is copied.

    Two copies that run at the same time count twice, above and below, so that it is the mean over the time of copies.
    """
    copies, kernels = [call for call in calls if _copied(call)], _called(calls, "launch")
    total = sum(copy.modelled_us for copy in copies)
    # Kernels have one engine, one after another, so that no moment is counted twice for the same copy.
    beside = sum(_common(copy, kernel) for copy in copies for kernel in kernels)
    return round(beside / total, 4) if total else 0.0


def _common(one: Call, other: Call) -> float:
    start = max(one.modelled_start_us, other.modelled_start_us)
    return max(0.0, min(one.modelled_end_us, other.modelled_end_us) - start)


def _copied(call: Call) -> bool:
    return call.action in ("copy_in", "copy_out")


def _called(calls: Calls, action: str) -> list[Call]:
    return [call for call in calls if call.action == action]


def _left(calls: Calls) -> list[Call]:
    """The allocations that nobody freed."""
    freed = {call.handle for call in calls if call.action == "free"}
    return [call for call in calls if call.action == "alloc" and call.handle not in freed]


def _in_streams(calls: Calls) -> int:
    """How many streams of the program's own have something to do; the default one is none of them."""
    return len({call.stream for call in calls if call.stream and (_copied(call) or call.action == "launch")})


def _in_default(calls: Calls) -> list[Call]:
    return [call for call in calls if not call.stream and (_copied(call) or call.action == "launch")]


def _alone(calls: Calls) -> list[Call]:
    """The copies beside which no kernel runs."""
    kernels = _called(calls, "launch")
    return [call for call in calls if _copied(call) and not any(_common(call, kernel) > 0 for kernel in kernels)]


def _lines(calls: Iterable[Call]) -> tuple[int, ...]:
    spent: dict[int, float] = defaultdict(float)
    for call in calls:
        if call.line is not None:
            spent[call.line] += call.modelled_us
    return tuple(sorted(spent, key=lambda line: -spent[line]))


def _implicit(calls: Calls) -> list[Call]:
    return [call for call in calls if call.implicit]


def _number(costly: Callable[[Calls], list[Call]]) -> Callable[[Calls], int]:
    return lambda calls: len(costly(calls))


def _bytes(costly: Callable[[Calls], list[Call]]) -> Callable[[Calls], int]:
    return lambda calls: sum(call.bytes for call in costly(calls))


def _of(action: str) -> Callable[[Calls], list[Call]]:
    return lambda calls: _called(calls, action)


METRICS: Mapping[str, tuple[Callable[[Calls], int | float], Callable[[Calls], list[Call]]]] = {
    "copies_to_device": (_number(_of("copy_in")), _of("copy_in")),
    "copies_to_host": (_number(_of("copy_out")), _of("copy_out")),
    "implicit_copies": (_number(_implicit), _implicit),
    "bytes_to_device": (_bytes(_of("copy_in")), _of("copy_in")),
    "bytes_to_host": (_bytes(_of("copy_out")), _of("copy_out")),
    "launches": (_number(_of("launch")), _of("launch")),
    "left_allocated": (_bytes(_left), _left),
    "streams": (_in_streams, _in_default),
    "synchronizations": (_number(_of("synchronize")), _of("synchronize")),
    "overlap": (overlap, _alone),
}
