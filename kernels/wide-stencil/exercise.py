"""The curvature of a drumhead, from cells up to two places away; beyond its rim the drum does not move."""

import numpy as np

from app.course.models import Case

BLOCK = (32, 8)
REACH = 2
SHAPES = ((5, 9), (20, 40), (1, 1), (2, 3), (8, 32), (9, 33), (139, 257))
VISIBLE = ((5, 9), (20, 40))


def reference(u):
    padded = np.pad(u.astype(np.float64), REACH)

    def moved(rows, columns):
        at = REACH + rows, REACH + columns
        return padded[at[0] : at[0] + u.shape[0], at[1] : at[1] + u.shape[1]]

    near = moved(-1, 0) + moved(1, 0) + moved(0, -1) + moved(0, 1)
    far = moved(-2, 0) + moved(2, 0) + moved(0, -2) + moved(0, 2)
    return {"out": ((16 * near - far) / 12 - 5 * moved(0, 0)).astype(np.float32)}


def cases(rng):
    return [launch(rng, height, width) for height, width in SHAPES]


def launch(rng, height, width):
    return Case(
        name=f"{height} rows of {width}" if height > 1 else "one cell",
        args={
            "u": rng.uniform(0.5, 2, (height, width)).astype(np.float32),
            "out": np.zeros((height, width), np.float32),
        },
        grid=((width + BLOCK[0] - 1) // BLOCK[0], (height + BLOCK[1] - 1) // BLOCK[1]),
        block=BLOCK,
        visible=(height, width) in VISIBLE,
    )
