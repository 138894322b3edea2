"""SwiGLU: the left half of each row, through SiLU, times the right half."""

import numpy as np

from app.course.models import Case

BLOCK = (64, 4)
SHAPES = ((2, 3), (5, 70), (1, 1), (4, 64), (9, 65), (160, 192))  # rows, and columns of out: half of those of x
VISIBLE = ((2, 3), (5, 70))


def reference(x):
    left, right = np.split(x.astype(np.float64), 2, axis=1)
    return {"out": (left / (1 + np.exp(-left)) * right).astype(np.float32)}


def cases(rng):
    return [launch(rng, rows, columns) for rows, columns in SHAPES]


def launch(rng, rows, columns):
    return Case(
        name=f"{rows} × {2 * columns} to {rows} × {columns}",
        args={
            "x": rng.normal(0, 2, (rows, 2 * columns)).astype(np.float32),
            "out": np.zeros((rows, columns), np.float32),
        },
        grid=((columns + BLOCK[0] - 1) // BLOCK[0], (rows + BLOCK[1] - 1) // BLOCK[1]),
        block=BLOCK,
        visible=(rows, columns) in VISIBLE,
    )
