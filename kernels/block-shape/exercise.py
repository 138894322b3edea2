"""Grid and block for a kernel that takes its row from x: neighbouring lanes have to be neighbours in a row all the same."""

import numpy as np

from app.course.models import Case

SHAPES = ((20, 48), (1, 1), (48, 20), (17, 31), (1, 300), (300, 1), (257, 1_000))


def reference(img):
    return {"out": 1 - img}


def cases(rng):
    return [case(rng, rows, cols) for rows, cols in SHAPES]


def case(rng, rows, cols):
    return Case(
        name=f"{rows:,} × {cols:,} pixels" if rows * cols > 1 else "1 pixel",
        args={"img": rng.random((rows, cols), np.float32), "out": np.zeros((rows, cols), np.float32)},
        sizes={"rows": rows, "cols": cols},
        visible=(rows, cols) == (20, 48),
    )
