"""A recording: the steps of one block, in order.

`to_plain()` is what JSON holds:

    {"version": 1, "block": [x, y, z], "threads": [x, y, z],   the block's place in the grid, and its size
     "cut": "" | "steps" | "values",                           why it stops before the block's end, if it does
     "arrays": [{"name", "space", "shape", "itemsize"}, …],    in the order in which they were met
     "steps": [STEP, …]}

Lanes are threads of the block by their linear number, x fastest. RUNS are `[[first, count], …]`. VALUES are one for
each lane concerned: a list, or a shorter form:

    {"all": v}                     they are equal
    {"from": v, "step": s}         integers that rise evenly
    {"each": n, "of": VALUES}      each of those, n times one after the other
    {"cycle": n, "of": VALUES}     those n, over and over

A value is a number, true, false, null (not set yet), or a text: "nan", "inf", "-inf", a complex number, or an integer
beyond 2**53. A STEP leaves out what is empty:

    "kind"     "line": a statement, or a loop's head once a round. "call": a function begins, the kernel in step 0; the
               changes are its parameters. "back": the rest of a statement, after a function that it called.
    "line"     in the source, from 1
    "depth"    0 in the kernel, 1 in what it calls, …
    "call"     the number of the step in which this function began: it tells calls of one function apart
    "lanes"    RUNS of the lanes that are active
    "taken"    RUNS of those whose condition was true, for a branch
    "sync"     "block", "warp" or "grid", for a barrier
    "changes"  [{"name", "now": VALUES of all lanes of the block, "last": the step that set it before, or null}]
    "cells"    [{"array", "count", "at": VALUES, "now": VALUES, "was": VALUES, "lanes": VALUES, of local memory alone}]:
               memory that holds something else behind the step. Shared and local memory was null before the block
               wrote it; global memory was what stood there just before, whoever wrote that
    "accesses" [{"op": "load" | "store" | "atomic", "array", "lanes": RUNS, "at": VALUES, "values": VALUES that
                 a load found or a store wrote, "missed": true where the lanes' index was out of bounds on "axis", which
                 is then what "at" holds}]

"array" is a place in "arrays"; "at" counts elements in row-major order of its shape; what is done to a field of
records says so: "field": ".mass". A variable's name is the learner's, with `[k]` or `.field` for each item of a tuple;
one that is an array or a record has the text "&name[k]", where it begins. Lines that the compiler leaves out (`pass`,
a docstring, an array that is only named) have no step.

Played forwards, a step applies its changes and cells. Backwards, a change goes to the "now" of the same name in step
"last" (unset where null), and a cell to its "was". Both touch only what the step names. To jump to step k, take for
each name the last change at or before k among the steps with k's "call", and for each cell the last one at or before k.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from app.findings import Index3, Plain
from app.simt.record.packing import Packed, Runs, Value, plain_runs, unpacked


@dataclass(frozen=True, slots=True)
class Array:
    name: str
    space: str
    shape: tuple[int, ...]
    itemsize: int


@dataclass(frozen=True, slots=True)
class Change:
    """A variable that a step set: in all lanes of the block, `now`."""

    name: str
    now: Packed
    last: int | None

    def to_plain(self) -> dict[str, object]:
        return {"name": self.name, "now": self.now, "last": self.last}


@dataclass(frozen=True, slots=True)
class Cells:
    """Elements of an array that a step changed; `lanes` have them, where each lane has an array of its own."""

    array: int
    count: int
    at: Packed
    now: Packed
    was: Packed
    lanes: Packed | None = None
    field: str = ""

    def to_plain(self) -> dict[str, object]:
        plain: dict[str, object] = {
            "array": self.array,
            "count": self.count,
            "at": self.at,
            "now": self.now,
            "was": self.was,
        }
        if self.lanes is not None:
            plain["lanes"] = self.lanes
        return plain | {"field": self.field} if self.field else plain


@dataclass(frozen=True, slots=True)
class Touched:
    """One load, store or atomic of the active lanes; `values` of a load or store; `axis` where it missed the array."""

    op: str
    array: int
    lanes: Runs
    at: Packed
    values: Packed | None = None
    axis: int | None = None
    field: str = ""

    def to_plain(self) -> dict[str, object]:
        plain: dict[str, object] = {"op": self.op, "array": self.array, "lanes": plain_runs(self.lanes), "at": self.at}
        if self.values is not None:
            plain["values"] = self.values
        if self.field:
            plain["field"] = self.field
        return plain if self.axis is None else plain | {"missed": True, "axis": self.axis}


@dataclass(frozen=True, slots=True)
class Step:
    kind: str
    line: int
    depth: int
    call: int
    lanes: Runs
    taken: Runs | None = None
    sync: str = ""
    changes: tuple[Change, ...] = ()
    cells: tuple[Cells, ...] = ()
    accesses: tuple[Touched, ...] = ()

    def to_plain(self) -> dict[str, object]:
        plain: dict[str, object] = {
            "kind": self.kind,
            "line": self.line,
            "depth": self.depth,
            "call": self.call,
            "lanes": plain_runs(self.lanes),
        }
        if self.taken is not None:
            plain["taken"] = plain_runs(self.taken)
        if self.sync:
            plain["sync"] = self.sync
        for name, parts in (("changes", self.changes), ("cells", self.cells), ("accesses", self.accesses)):
            if parts:
                plain[name] = [part.to_plain() for part in parts]
        return plain


@dataclass(frozen=True, slots=True)
class Recording:
    """What `block` did; `cut` says why it stops early, "" where it does not."""

    block: Index3
    threads: Index3
    arrays: tuple[Array, ...]
    steps: tuple[Step, ...]
    cut: str = ""

    def to_plain(self) -> dict[str, Plain]:
        """Plain data for JSON, as the module's docstring describes it."""
        arrays: list[object] = [
            {"name": a.name, "space": a.space, "shape": list(a.shape), "itemsize": a.itemsize} for a in self.arrays
        ]
        return {
            "version": 1,
            "block": list(self.block),
            "threads": list(self.threads),
            "cut": self.cut,
            "arrays": arrays,
            "steps": [step.to_plain() for step in self.steps],
        }

    def variables(self, step: int) -> dict[str, list[Value]]:
        """The variables of the function that step runs in, behind it: one value a lane, None where not set."""
        call, (x, y, z) = self.steps[step].call, self.threads
        found: dict[str, list[Value]] = {}
        for one in self.steps[call : step + 1]:
            if one.call == call:
                found |= {change.name: unpacked(change.now, x * y * z) for change in one.changes}
        return found

    def shared(self, step: int) -> dict[str, dict[int, Value]]:
        """What shared memory holds behind that step, by array and element, as far as it was written."""
        found: dict[str, dict[int, Value]] = {}
        for cells, name in self._written(step, "shared"):
            at, now = unpacked(cells.at, cells.count), unpacked(cells.now, cells.count)
            found.setdefault(name, {}).update(zip(cast("list[int]", at), now, strict=True))
        return found

    def local(self, step: int) -> dict[str, dict[tuple[int, int], Value]]:
        """What local memory holds behind that step, by array, lane and element, as far as it was written."""
        found: dict[str, dict[tuple[int, int], Value]] = {}
        for cells, name in self._written(step, "local"):
            lanes, at = (cast("list[int]", unpacked(form or [], cells.count)) for form in (cells.lanes, cells.at))
            now = unpacked(cells.now, cells.count)
            found.setdefault(name, {}).update(zip(zip(lanes, at, strict=True), now, strict=True))
        return found

    def _written(self, step: int, space: str) -> Iterator[tuple[Cells, str]]:
        for one in self.steps[: step + 1]:
            for cells in one.cells:
                if self.arrays[cells.array].space == space:
                    yield cells, self.arrays[cells.array].name
