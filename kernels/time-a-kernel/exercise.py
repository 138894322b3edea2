"""How long a kernel takes: it goes 100 steps with each element. The time is judged by the program's own timeline."""

import numpy as np

from app.course.models import Case

SIZES = (10, 257, 1, 12_007)


def reference(a):
    return {"cooled": (a * 0.99**100).astype(np.float32), "microseconds": 0.0}  # the timeline says the time


def cases(rng):
    return [case(rng, length) for length in SIZES]


def case(rng, length):
    return Case(
        name="1 element" if length == 1 else f"{length:,} elements",
        args={"a": (20 + 60 * rng.random(length)).astype(np.float32)},
        visible=length in (10, 257),
    )
