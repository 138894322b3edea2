"""The product of two matrices. The last case fills whole sectors, but not whole tiles."""

import numpy as np

from app.course.models import Case

TILE = 16
SHAPES = ((3, 4, 5), (20, 24, 18), (1, 1, 1), (16, 32, 16), (17, 15, 33), (40, 40, 24))
VISIBLE = ((3, 4, 5), (20, 24, 18))


def reference(a, b):
    return {"out": (a.astype(np.float64) @ b.astype(np.float64)).astype(np.float32)}


def cases(rng):
    return [launch(rng, rows, inner, columns) for rows, inner, columns in SHAPES]


def launch(rng, rows, inner, columns):
    return Case(
        name=f"{rows} × {inner} times {inner} × {columns}",
        args={
            "a": rng.uniform(-1, 1, (rows, inner)).astype(np.float32),
            "b": rng.uniform(-1, 1, (inner, columns)).astype(np.float32),
            "out": np.zeros((rows, columns), np.float32),
        },
        grid=((columns + TILE - 1) // TILE, (rows + TILE - 1) // TILE),
        block=(TILE, TILE),
        visible=(rows, inner, columns) in VISIBLE,
    )
