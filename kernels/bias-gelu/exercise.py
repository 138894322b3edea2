"""Bias and GELU in its tanh form, over the rows of a matrix. Some sums are large enough for exp to overflow."""

import numpy as np

from app.course.models import Case

BLOCK = (32, 8)
SHAPES = ((2, 5), (9, 33), (1, 1), (8, 32), (7, 100), (240, 256))
VISIBLE = ((2, 5), (9, 33))


def reference(x, bias):
    v = x.astype(np.float64) + bias
    inner = np.sqrt(2 / np.pi) * (v + 0.044715 * v**3)
    return {"out": (0.5 * v * (1 + np.tanh(inner))).astype(np.float32)}


def cases(rng):
    return [launch(rng, rows, columns) for rows, columns in SHAPES]


def launch(rng, rows, columns):
    x = rng.normal(0, 1.5, (rows, columns)).astype(np.float32)
    x[-1, -1] = 14.0
    return Case(
        name=f"{rows} × {columns}",
        args={
            "x": x,
            "bias": rng.uniform(-0.5, 0.5, columns).astype(np.float32),
            "out": np.zeros((rows, columns), np.float32),
        },
        grid=((columns + BLOCK[0] - 1) // BLOCK[0], (rows + BLOCK[1] - 1) // BLOCK[1]),
        block=BLOCK,
        visible=(rows, columns) in VISIBLE,
    )
