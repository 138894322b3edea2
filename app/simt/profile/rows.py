"""Rows: an access's lanes as one row of 32 a warp, so that a count over warps is an operation on rows."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from app.simt.events import WARP, Access, Ints

ABSENT = -1
PIECE = 1 << 15  # lanes


def warps(event: Access) -> int:
    """How many warps take part."""
    if event.even is not None:
        first = event.even.lane
        return (first + event.even.count - 1) // WARP - first // WARP + 1
    owner = event.lanes // WARP
    return 1 + int(np.count_nonzero(owner[1:] != owner[:-1]))


def pieces(lanes: Ints, values: Ints) -> Iterator[tuple[Ints, Ints]]:
    """Whole warps at a time, few enough that the work on them stays in the cache; all at once where lanes idle."""
    step = PIECE if _full(lanes) else lanes.size
    for start in range(0, lanes.size, step):
        yield lanes[start : start + step], values[start : start + step]


def rows(lanes: Ints, values: Ints) -> Ints:
    """`values` of shape (warps, 32), by lane; ABSENT where a lane is idle."""
    if _full(lanes):
        return values.reshape(-1, WARP)
    owner = lanes // WARP
    row = np.zeros(lanes.size, np.int64)
    np.cumsum(owner[1:] != owner[:-1], out=row[1:])
    table = np.full((int(row[-1]) + 1, WARP), ABSENT, np.int64)
    table[row, lanes % WARP] = values
    return table


def _full(lanes: Ints) -> bool:
    """Whether these are all lanes of successive warps."""
    return bool(lanes.size % WARP == 0 and lanes[0] % WARP == 0 and lanes[-1] - lanes[0] == lanes.size - 1)


def distinct(table: Ints) -> int:
    """How many different values the rows have in all, idle lanes aside."""
    ordered = table if bool((table[:, 1:] >= table[:, :-1]).all()) else np.sort(table, axis=1)
    changes = int(np.count_nonzero(ordered[:, 1:] != ordered[:, :-1]))
    return len(ordered) + changes - int(np.count_nonzero(ordered[:, 0] == ABSENT))
