"""Many steps of the heat equation, from the host."""

import numpy as np

from app.course.models import Case

SIZES = ((5, 7, 1), (12, 40, 2), (9, 33, 0), (1, 3, 4), (31, 20, 7), (120, 163, 25))  # rows, columns, steps
VISIBLE = ((5, 7, 1), (12, 40, 2))


def reference(u, r, steps):
    now = u.astype(np.float64)
    for _ in range(int(steps)):
        inner = now[1:-1, 1:-1]
        stepped = inner + r * (now[:-2, 1:-1] + now[2:, 1:-1] + now[1:-1, :-2] + now[1:-1, 2:] - 4 * inner)
        now = now.copy()
        if stepped.size:
            now[1:-1, 1:-1] = stepped
    return {"after": now.astype(np.float32)}


def cases(rng):
    return [case(rng, *size) for size in SIZES]


def case(rng, height, width, steps):
    return Case(
        name=f"{height} × {width}, {steps} step{'' if steps == 1 else 's'}",
        args={
            "u": rng.uniform(5, 90, (height, width)).astype(np.float32),
            "r": np.float32(rng.uniform(0.1, 0.24)),
            "steps": np.int32(steps),
        },
        visible=(height, width, steps) in VISIBLE,
    )
