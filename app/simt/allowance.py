"""What reading one module may cost, however its text is made."""

from __future__ import annotations

from dataclasses import dataclass

from app.simt.faults import FaultError

MAX_WORK = 250_000


@dataclass(slots=True)
class Allowance:
    """What reading one module may cost in all. The methods raise ValueError when it is used up.

    `work`, which bounds time, raises a FaultError that ends the reading.
    """

    elements: int = 1 << 22  # of arrays, those that are thrown away among them
    works: int = MAX_WORK  # pieces of syntax, each as often as it is gone through
    calls: int = 500  # of factories
    rounds: int = 10_000  # of loops and comprehensions
    declared_global: frozenset[str] = frozenset()  # names that some function of the module may set anew

    def take(self, elements: int) -> None:
        self.elements -= elements
        if self.elements < 0:
            raise ValueError

    def work(self, line: int | None, pieces: int = 1) -> None:
        self.works -= pieces
        if self.works < 0:
            raise FaultError("unsupported.too_much", line, limit=MAX_WORK)

    def round(self) -> None:
        self.rounds -= 1
        if self.rounds < 0:
            raise ValueError

    def call(self) -> None:
        self.calls -= 1
        if self.calls < 0:
            raise ValueError
