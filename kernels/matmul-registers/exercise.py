"""The product of two matrices, 64 × 64 elements a block. The last case fills whole tiles: its requests are counted."""

import numpy as np

from app.course.models import Case

BLOCK = 16
TILE = 64
SHAPES = ((5, 3, 70), (1, 1, 1), (65, 17, 63), (128, 32, 128))
VISIBLE = ((5, 3, 70), (65, 17, 63))


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
        block=(BLOCK, BLOCK),
        visible=(rows, inner, columns) in VISIBLE,
    )
