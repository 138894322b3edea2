"""Rows of very different lengths, one thread a row: neighbours in the order of their lengths wait little for each other."""

import numpy as np

from app.course.models import Case

BLOCK = 128
ROWS = (6, 200, 1, 31, 128, 129, 3_001)
VISIBLE = (6, 200)


def reference(values, start, by_length):
    sums = np.concatenate([[0], np.cumsum(values)])
    return {"out": (sums[start[1:]] - sums[start[:-1]]).astype(np.int32)}


def cases(rng):
    return [case(rng, rows) for rows in ROWS]


def case(rng, rows):
    lengths = np.where(rng.random(rows) < 0.1, rng.integers(20, 60, rows), rng.integers(0, 6, rows))
    start = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    return Case(
        name=f"{rows:,} rows" if rows > 1 else "1 row",
        args={
            "values": rng.integers(1, 1_000, max(1, int(start[-1]))).astype(np.int32),
            "start": start,
            "by_length": np.argsort(lengths, kind="stable").astype(np.int32),
            "out": np.zeros(rows, np.int32),
        },
        grid=((rows + BLOCK - 1) // BLOCK,),
        block=(BLOCK,),
        visible=rows in VISIBLE,
    )
