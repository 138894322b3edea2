"""Grid and block for a given kernel on pictures: x is the column, and pictures are not square."""

import numpy as np

from app.course.models import Case

SHAPES = ((20, 50), (1, 1), (50, 20), (16, 16), (17, 31), (1, 300), (300, 1), (721, 1_283))


def reference(img):
    return {"out": img // 2}


def cases(rng):
    return [case(rng, rows, cols) for rows, cols in SHAPES]


def case(rng, rows, cols):
    return Case(
        name=f"{counted(rows, 'row')} × {counted(cols, 'column')}",
        args={
            "img": rng.integers(0, 256, (rows, cols), dtype=np.uint8),
            "out": np.zeros((rows, cols), np.uint8),
        },
        sizes={"rows": rows, "cols": cols},
        visible=(rows, cols) == (20, 50),
    )


def counted(number, noun):
    return f"{number:,} {noun}" + ("s" if number > 1 else "")
