"""One step of the heat equation on a plate whose edge keeps its temperatures."""

import numpy as np

from app.course.models import Case

BLOCK = (32, 8)
SHAPES = ((4, 6), (11, 40), (1, 1), (2, 33), (3, 3), (8, 32), (9, 31), (151, 203))
VISIBLE = ((4, 6), (11, 40))


def reference(u, r):
    new = u.astype(np.float64)
    inner = new[1:-1, 1:-1]
    around = new[:-2, 1:-1] + new[2:, 1:-1] + new[1:-1, :-2] + new[1:-1, 2:]
    stepped = inner + r * (around - 4 * inner)
    if stepped.size:
        new[1:-1, 1:-1] = stepped
    return {"new": new.astype(np.float32)}


def cases(rng):
    return [launch(rng, height, width) for height, width in SHAPES]


def launch(rng, height, width):
    return Case(
        name=f"{height} rows of {width}" if height > 1 else "one cell",
        args={
            "u": rng.uniform(5, 90, (height, width)).astype(np.float32),
            "r": np.float32(rng.uniform(0.1, 0.24)),
            "new": np.zeros((height, width), np.float32),
        },
        grid=((width + BLOCK[0] - 1) // BLOCK[0], (height + BLOCK[1] - 1) // BLOCK[1]),
        block=BLOCK,
        visible=(height, width) in VISIBLE,
    )
