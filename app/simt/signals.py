"""Events on their way to whoever wants them. A tuple is empty where nobody does, and then no event is made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from app.simt import events
from app.simt.events import Observer

E = TypeVar("E")


class Signals:
    def __init__(self, observers: Sequence[Observer]) -> None:
        self.observers = tuple(observers)
        self.access = self._of(events.Access, lambda o: o.access)
        self.bad_index = self._of(events.BadIndex, lambda o: o.bad_index)
        self.negative_index = self._of(events.NegativeIndex, lambda o: o.negative_index)
        self.unset_variable = self._of(events.UnsetVariable, lambda o: o.unset_variable)
        self.barrier = self._of(events.Barrier, lambda o: o.barrier)
        self.warp_barrier = self._of(events.WarpBarrier, lambda o: o.warp_barrier)
        self.exchange = self._of(events.Exchange, lambda o: o.exchange)
        self.grid_barrier = self._of(events.GridBarrier, lambda o: o.grid_barrier)
        self.fence = self._of(events.Fence, lambda o: o.fence)
        self.branch = self._of(events.Branch, lambda o: o.branch)
        self.executed = self._of(events.Executed, lambda o: o.executed)
        self.statement = self._of(events.Statement, lambda o: o.statement)
        self.steps = bool(self.executed or self.statement)  # one question for the hot path
        self.assigned = self._of(events.Assigned, lambda o: o.assigned)
        self.called = self._of(events.Called, lambda o: o.called)
        self.left = self._of(events.Left, lambda o: o.left)
        self.backing = self._of(events.Backing, lambda o: o.backing)
        self.budget_spent = self._of(events.BudgetSpent, lambda o: o.budget_spent)

    def _of(self, kind: type[E], method: Callable[[Observer], Callable[[E], None]]) -> tuple[Callable[[E], None], ...]:
        return tuple(method(observer) for observer in self.observers if kind in observer.wants)
