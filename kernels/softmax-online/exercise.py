"""Softmax with a warp for each row. One row is longer than shared memory; the last case is 131,072 bytes each way."""

import numpy as np

from app.course.models import Case

WARPS = 8
SHAPES = ((3, 5), (9, 70), (1, 1), (8, 32), (7, 33), (1, 15_000), (32, 1_024))
VISIBLE = ((3, 5), (9, 70))
AROUND = 20_000  # so far below 0 that -10,000 does not do for minus infinity


def reference(a):
    e = np.exp(a.astype(np.float64) - a.max(axis=1, keepdims=True))
    return {"out": (e / e.sum(axis=1, keepdims=True)).astype(np.float32)}


def cases(rng):
    return [launch(rng, rows, columns) for rows, columns in SHAPES]


def launch(rng, rows, columns):
    rising = np.linspace(0, 20, columns) - AROUND * (np.arange(rows)[:, np.newaxis] % 2)
    a = (rising + rng.normal(0, 3, (rows, columns))).astype(np.float32)
    if columns > 2 * 32:
        a[-1, columns // 2] += 120  # the lane has more behind it, and e¹²⁰ is no float32
    return Case(
        name=f"{rows} × {columns:,}",
        args={
            "a": a,
            "out": np.zeros((rows, columns), np.float32),
        },
        grid=((rows + WARPS - 1) // WARPS,),
        block=(32, WARPS),
        visible=(rows, columns) in VISIBLE,
    )
