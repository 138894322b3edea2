"""c = alpha · a · b + beta · c, one thread for each element of c. The last case has whole warps along its rows."""

import numpy as np

from app.course.models import Case

BLOCK = (32, 8)
SHAPES = ((3, 4, 5), (40, 16, 50), (1, 1, 1), (9, 7, 33), (8, 31, 32), (96, 24, 128))
VISIBLE = ((3, 4, 5), (40, 16, 50))


def reference(alpha, a, b, beta, c):
    product = a.astype(np.float64) @ b.astype(np.float64)
    return {"c": (alpha * product + beta * c.astype(np.float64)).astype(np.float32)}


def cases(rng):
    return [launch(rng, rows, inner, columns) for rows, inner, columns in SHAPES]


def launch(rng, rows, inner, columns):
    return Case(
        name=f"{rows} × {inner} times {inner} × {columns}",
        args={
            "alpha": np.float32(rng.uniform(0.5, 2)),
            "a": rng.uniform(-1, 1, (rows, inner)).astype(np.float32),
            "b": rng.uniform(-1, 1, (inner, columns)).astype(np.float32),
            "beta": np.float32(rng.uniform(0.5, 2)),
            "c": rng.uniform(-1, 1, (rows, columns)).astype(np.float32),
        },
        grid=((columns + BLOCK[0] - 1) // BLOCK[0], (rows + BLOCK[1] - 1) // BLOCK[1]),
        block=BLOCK,
        visible=(rows, inner, columns) in VISIBLE,
    )
