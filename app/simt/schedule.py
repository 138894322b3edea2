"""In which order blocks run where one waits for another.

A GPU runs blocks side by side, and a block that spins gives way to the others. Here a group of blocks runs to its end
before the next begins, and its lanes go in step, so that a block can wait for one that has not had its turn. Any order
is one that a GPU might have chosen: when a launch that may wait stops making headway, an order is looked for in which
nobody waits for what comes later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from app.findings import Index3

PATIENCE = 1_000  # steps after which a launch that may wait is suspected to
TRIES = 64  # blocks that may get stuck before the search is given up


@dataclass(frozen=True, slots=True)
class Order:
    """`blocks` run one by one; None stands for the machine's own groups, or with `together` for one group of all.

    `maybe_served`: whether a block that gets stuck might have been let go by another one.
    """

    blocks: Sequence[int] | None = None
    together: bool = False
    maybe_served: bool = False


NATURAL = Order()


class Saved:
    """The arrays of a launch as they are now."""

    def __init__(self, values: Sequence[object]) -> None:
        arrays = [value for value in values if isinstance(value, np.ndarray) and value.flags.writeable]
        self._kept = [(array, array.copy()) for array in arrays]

    def restore(self) -> None:
        for array, copy in self._kept:
            array[...] = copy

    def unchanged(self) -> bool:
        """Bit by bit, so that a NaN equals itself."""
        return all(np.ascontiguousarray(array).tobytes() == copy.tobytes() for array, copy in self._kept)


def search(values: Sequence[object], blocks: int, ends: Callable[[Order], bool]) -> Order:
    """An order in which everybody gets through, or else the natural one; with a doubt where there may be one yet.

    `ends` runs some blocks on the arrays in `values` and tells whether they came to their end in time. If every
    block that is left gets stuck without a change to any array, nobody can help anybody, and there is no doubt.
    """
    start, left, done, tries = Saved(values), list(range(blocks)), list[int](), TRIES
    while left:
        aside = []
        for block in left:
            before = Saved(values)
            if ends(Order([block])):
                done.append(block)
            elif before.unchanged() and tries:
                aside.append(block)
                tries -= 1
            else:
                start.restore()
                together = Order(together=True)
                return together if ends(together) else Order(maybe_served=True)
        if len(aside) == len(left):
            return NATURAL
        left = aside[::-1]  # those who wait for their successor would otherwise end one a round
    return Order(done)


def groups(grid: Index3, blocks: int) -> Iterator[tuple[Index3, Index3]]:
    """(first block, extent) of each group: boxes of whole rows or planes, or parts of a row; always a run of them."""
    gx, gy, gz = grid
    if blocks < gx:
        for z in range(gz):
            for y in range(gy):
                for x in range(0, gx, blocks):
                    yield (x, y, z), (min(blocks, gx - x), 1, 1)
    elif blocks < gx * gy:
        rows = blocks // gx
        for z in range(gz):
            for y in range(0, gy, rows):
                yield (0, y, z), (gx, min(rows, gy - y), 1)
    else:
        planes = blocks // (gx * gy)
        for z in range(0, gz, planes):
            yield (0, 0, z), (gx, gy, min(planes, gz - z))
