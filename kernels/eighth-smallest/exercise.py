"""The eighth smallest value of each column."""

import numpy as np

from app.course.models import Case

BLOCK = 128
SHAPES = ((9, 4), (20, 200), (8, 1), (40, 127), (10, 129), (16, 1_003))  # rows, columns
VISIBLE = (9, 20)


def reference(a):
    return {"out": np.sort(a, axis=0)[7]}


def cases(rng):
    return [launch(rng, rows, columns) for rows, columns in SHAPES]


def launch(rng, rows, columns):
    return Case(
        name=f"{rows} rows, {columns:,} columns" if columns > 1 else f"{rows} rows, 1 column",
        args={
            "a": readings(rng, rows, columns),
            "out": np.zeros(columns, np.float32),
        },
        grid=((columns + BLOCK - 1) // BLOCK,),
        block=(BLOCK,),
        visible=rows in VISIBLE,
    )


def readings(rng, rows, columns):
    """Every second column holds few different values, and so the same one several times: each of them counts."""
    a = rng.uniform(-100, 100, (rows, columns))
    a[:, ::2] = np.rint(a[:, ::2] / 25)
    return a.astype(np.float32)
