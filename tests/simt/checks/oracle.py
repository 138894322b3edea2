"""What a race is, written down the slow and obvious way: vector clocks over a history of steps, thread by thread.

A history is a list of steps; the number of a step (from 1) is its time. `clock[t][u]` is the time up to which thread
t is ordered behind thread u. Two accesses of one cell by two threads race where one is no load, not both are atomics,
and the later thread's clock does not reach the earlier access.

`lenient` takes the liberties that the check documents: an atomic acquires what was published on any cell. Without it
an atomic acquires what was published on its own cell alone, as the memory model has it.
"""

from dataclasses import dataclass

WARP = 32


@dataclass(frozen=True)
class Step:
    """`what`: load, store, atomic, block, warp, grid, fence or near_fence. `who`: the cell of each thread, or those
    who take part. `mask`: who is named by a `warp` step, bit by bit."""

    what: str
    who: dict[int, int]
    array: str = "a"
    answered: bool = True
    mask: int = 0xFFFFFFFF


class Clocks:
    def __init__(self, threads: list[int], width: int) -> None:
        self.threads, self.width = threads, width
        zero = dict.fromkeys(threads, 0)
        self.clock = {t: dict(zero) for t in threads}
        self.fenced = {reach: {t: dict(zero) for t in threads} for reach in ("near", "far")}
        self.published: list[tuple[str, tuple[str, int], int, dict[int, int]]] = []  # reach, cell, block, clock

    def block(self, thread: int) -> int:
        return thread // self.width

    def meet(self, clocks: dict[int, dict[int, int]], members: list[int]) -> None:
        joined = {u: max(clocks[t][u] for t in members) for u in self.threads}
        for t in members:
            clocks[t] = dict(joined)

    def barrier(self, members: list[int], now: int) -> None:
        """Members wait for each other: what one knows all know, of fences too."""
        for t in members:
            self.clock[t][t] = now
        for clocks in (self.clock, *self.fenced.values()):
            self.meet(clocks, members)

    def fence(self, thread: int, now: int, reaches: tuple[str, ...]) -> None:
        for reach in reaches:
            known = {u: max(self.clock[thread][u], self.fenced[reach][thread][u]) for u in self.threads}
            self.fenced[reach][thread] = known | {thread: now}

    def atomic(self, thread: int, cell: tuple[str, int], *, answered: bool, lenient: bool) -> None:
        if answered:
            for reach, where, block, clock in self.published:
                if (lenient or where == cell) and (reach == "far" or block == self.block(thread)):
                    self.clock[thread] = {u: max(self.clock[thread][u], clock[u]) for u in self.threads}
        for reach in self.fenced:
            self.published.append((reach, cell, self.block(thread), dict(self.fenced[reach][thread])))


def races(history: list[Step], threads: list[int], width: int, *, shared: bool, lenient: bool) -> set[tuple[int, int]]:
    """All (earlier step, later step) that race."""
    clocks = Clocks(threads, width)
    done: list[tuple[int, Step, int, tuple[str, int]]] = []
    found = set()
    for now, step in enumerate(history, start=1):
        if step.what in ("load", "store", "atomic"):
            for thread in sorted(step.who):
                cell = (step.array, step.who[thread])
                if step.what == "atomic":
                    clocks.atomic(thread, cell, answered=step.answered, lenient=lenient)
                for then, other, mate, where in done:
                    apart = mate == thread or where != cell or (shared and mate // width != thread // width)
                    harmless = {other.what, step.what} in ({"load"}, {"atomic"})
                    ordered = then <= clocks.clock[thread][mate] and then < now
                    if not apart and not harmless and not ordered:
                        found.add((then, now))
                done.append((now, step, thread, cell))
        elif step.what in ("fence", "near_fence"):
            for thread in step.who:
                clocks.fence(thread, now, ("near", "far") if step.what == "fence" else ("near",))
        else:
            for members in _meetings(step, threads, width):
                clocks.barrier(members, now)
    return found


def _meetings(step: Step, threads: list[int], width: int) -> list[list[int]]:
    """Who meets whom."""
    if step.what == "grid":
        return [threads]
    unit = width if step.what == "block" else WARP
    groups = []
    for number in {t // unit for t in step.who}:
        named = [t for t in threads if t // unit == number and (unit == width or step.mask >> (t % WARP) & 1)]
        groups.append(named)
    return groups
