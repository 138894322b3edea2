"""The transpose of a matrix. The last case's rows and columns fill whole sectors, but not whole tiles."""

import numpy as np

from app.course.models import Case

TILE = 32
SHAPES = ((3, 5), (40, 70), (1, 1), (1, 67), (33, 31), (32, 64), (65, 97), (232, 328))
VISIBLE = ((3, 5), (40, 70))


def reference(a):
    return {"out": np.ascontiguousarray(a.T)}


def cases(rng):
    return [launch(rng, rows, columns) for rows, columns in SHAPES]


def launch(rng, rows, columns):
    return Case(
        name=f"{rows} × {columns}",
        args={
            "a": rng.uniform(-1_000, 1_000, (rows, columns)).astype(np.float32),
            "out": np.zeros((columns, rows), np.float32),
        },
        grid=((columns + TILE - 1) // TILE, (rows + TILE - 1) // TILE),
        block=(TILE, TILE),
        visible=(rows, columns) in VISIBLE,
    )
