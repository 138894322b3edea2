"""Rows: an access's lanes as one row of 32 a warp, so that a count over warps is an operation on rows."""

from __future__ import annotations

import numpy as np

from app.simt.events import WARP, Ints

ABSENT = -1


def warps(lanes: Ints) -> int:
    """How many warps have any of these lanes (increasing)."""
    owner = lanes // WARP
    return 1 + int(np.count_nonzero(owner[1:] != owner[:-1])) if lanes.size else 0


def rows(lanes: Ints, values: Ints) -> Ints:
    """`values` of shape (warps, 32), by lane; ABSENT where a lane is idle."""
    if lanes.size % WARP == 0 and lanes[0] % WARP == 0 and lanes[-1] - lanes[0] == lanes.size - 1:
        return values.reshape(-1, WARP)
    owner = lanes // WARP
    row = np.zeros(lanes.size, np.int64)
    np.cumsum(owner[1:] != owner[:-1], out=row[1:])
    table = np.full((int(row[-1]) + 1, WARP), ABSENT, np.int64)
    table[row, lanes % WARP] = values
    return table


def distinct(table: Ints) -> int:
    """How many different values the rows have in all, idle lanes aside."""
    ordered = table if bool((table[:, 1:] >= table[:, :-1]).all()) else np.sort(table, axis=1)
    changes = int(np.count_nonzero(ordered[:, 1:] != ordered[:, :-1]))
    return len(ordered) + changes - int(np.count_nonzero(ordered[:, 0] == ABSENT))
