"""How many values are above a limit, added to an older count, and the highest value so far."""

import numpy as np

from app.course.models import Case

BLOCK = 256
# (values, what is added to all of them, limit above that, what the case is called)
LAUNCHES = (
    (10, 0.0, 6.0, "10 values"),
    (300, 0.0, 6.0, "300 values"),
    (1, 0.0, 6.0, "1 value"),
    (255, -20.0, 6.0, "255 values below zero"),
    (256, 0.0, 9.75, "256 values, no alarm"),  # and a new peak all the same
    (257, 0.0, 6.0, "257 values"),
    (30_003, 0.0, 6.0, "30,003 values"),  # the large one last, for its counts
)
VISIBLE = (10, 300)


def reference(a, limit, count, peak):
    return {
        "count": count + np.int32(np.count_nonzero(a > limit)),
        "peak": np.maximum(peak, a.max()),
    }


def cases(rng):
    return [launch(rng, *numbers) for numbers in LAUNCHES]


def launch(rng, length, shift, limit, name):
    quarters = rng.integers(0, 40, length) / 4  # some are exactly at the limit
    return Case(
        name=name,
        args={
            "a": (shift + quarters).astype(np.float32),
            "limit": np.float32(shift + limit),
            "count": rng.integers(1, 100, 1).astype(np.int32),
            "peak": np.array([shift + 5.125], np.float32),
        },
        grid=((length + BLOCK - 1) // BLOCK,),
        block=(BLOCK,),
        visible=length in VISIBLE,
    )
