"""How all bodies of a plane pull at each of them."""

import numpy as np

from app.course.models import Case

BLOCK = 128
COUNTS = (2, 130, 1, 127, 128, 129, 500)  # the large one last, for its counts
VISIBLE = (2, 130)


def reference(x, y, mass, soft):
    x, y, mass = (values.astype(np.float64) for values in (x, y, mass))
    dx, dy = x[None, :] - x[:, None], y[None, :] - y[:, None]
    squared = dx * dx + dy * dy + float(soft)
    weight = mass / (squared * np.sqrt(squared))
    return {
        "ax": (weight * dx).sum(axis=1).astype(np.float32),
        "ay": (weight * dy).sum(axis=1).astype(np.float32),
    }


def cases(rng):
    return [launch(rng, count) for count in COUNTS]


def launch(rng, count):
    def uniform(low, high):
        return rng.uniform(low, high, count).astype(np.float32)

    return Case(
        name=f"{count} bodies" if count > 1 else "1 body",
        args={
            "x": uniform(-1, 1),
            "y": uniform(-1, 1),
            "mass": uniform(0.5 / count, 1.5 / count),
            "soft": np.float32(rng.uniform(0.01, 0.03)),
            "ax": np.zeros(count, np.float32),
            "ay": np.zeros(count, np.float32),
        },
        grid=((count + BLOCK - 1) // BLOCK,),
        block=(BLOCK,),
        visible=count in VISIBLE,
    )
