"""hangcheck: a loop that had not ended when the step budget was spent."""

from __future__ import annotations

from app.findings import Finding, Kind, Plain, Severity
from app.simt.events import Access, BudgetSpent, Geometry, Observer, Op

LOCKING = frozenset({"cas", "compare_and_swap", "exch"})
RECENT = 64  # accesses; a loop that polls a lock does little else


class Hangcheck(Observer):
    """Names the stuck thread and its variables, and a lock where the loop keeps polling one."""

    wants = frozenset({Access, BudgetSpent})

    def __init__(self) -> None:
        self._geometry: Geometry | None = None
        self._accesses = 0
        self._polled: dict[int, int] = {}  # line of a locking atomic → when it last ran
        self._found: list[Finding] = []

    def group_begin(self, geometry: Geometry) -> None:
        self._geometry = geometry
        self._polled.clear()

    def access(self, event: Access) -> None:
        self._accesses += 1
        if event.op is Op.ATOMIC and event.atomic in LOCKING:
            self._polled[event.line] = self._accesses

    def budget_spent(self, event: BudgetSpent) -> None:
        assert self._geometry is not None, "an event came before the first group"
        lane = int(event.lanes[0])
        lock = next((line for line, when in self._polled.items() if self._accesses - when < RECENT), None)
        shown = ", ".join(f"{name} = {value}" for name, value in event.variables.items())
        variant = ".lock" if lock is not None else ".variables" if shown else ""
        args: dict[str, Plain] = {"variables": dict(event.variables), "shown": shown, "stuck_threads": event.lanes.size}
        if lock is not None:
            args["lock_line"] = lock
        self._found.append(
            Finding(
                Kind.TIMEOUT,
                Severity.ERROR,
                event.line,
                "timeout" + variant,
                args,
                thread=self._geometry.thread_of(lane),
                block=self._geometry.block_of(lane),
                count=int(event.lanes.size),
            )
        )

    def findings(self) -> list[Finding]:
        return list(self._found)
