"""Softmax of each row. Rows lie around -200, 0 or 200: exp alone overflows, or gives nothing but zeros."""

import numpy as np

from app.course.models import Case

BLOCK = 128
SHAPES = ((3, 5), (2, 300), (1, 1), (2, 128), (3, 127), (2, 129), (24, 1_000))
VISIBLE = ((3, 5), (2, 300))
AROUND = (0, 200, -200)
WITH_A_PEAK = ((3, 127), (24, 1_000))  # exp overflows where the highest of some threads alone is taken off


def reference(a):
    e = np.exp(a.astype(np.float64) - a.max(axis=1, keepdims=True))
    return {"out": (e / e.sum(axis=1, keepdims=True)).astype(np.float32)}


def cases(rng):
    return [launch(rng, rows, columns) for rows, columns in SHAPES]


def launch(rng, rows, columns):
    around = np.resize(AROUND, rows)[:, np.newaxis]
    a = around + rng.normal(0, 2, (rows, columns))
    if (rows, columns) in WITH_A_PEAK:
        a[1, columns // 2] += 100
    return Case(
        name=f"{rows} × {columns:,}",
        args={
            "a": a.astype(np.float32),
            "out": np.zeros((rows, columns), np.float32),
        },
        grid=(rows,),
        block=(BLOCK,),
        visible=(rows, columns) in VISIBLE,
    )
