"""out[y, x] = 255 - img[y, x]: x is the column, and pictures are not square."""

import numpy as np

from app.course.models import Case

SHAPES = ((3, 7), (20, 50), (1, 1), (50, 20), (15, 17), (16, 16), (17, 31), (33, 1), (720, 1_280))
VISIBLE = ((3, 7), (20, 50))


def reference(img):
    return {"out": 255 - img}


def cases(rng):
    return [launch(rng, rows, columns) for rows, columns in SHAPES]


def launch(rng, rows, columns):
    block = (8, 4) if rows * columns < 32 else (16, 16)
    return Case(
        name=f"{rows:,} rows × {columns:,} columns" if rows * columns > 1 else "1 pixel",
        args={
            "img": rng.integers(0, 256, (rows, columns), dtype=np.uint8),
            "out": np.zeros((rows, columns), np.uint8),
        },
        grid=((columns + block[0] - 1) // block[0], (rows + block[1] - 1) // block[1]),
        block=block,
        visible=(rows, columns) in VISIBLE,
    )
