"""How long a copy on the device takes with nothing in the cache. The timeline of the program judges it."""

import numpy as np

from app.course.models import Case

SIZES = (1_000, 250_007, 6_000_000)


def reference(a):
    return {"microseconds": 0.0}  # the timeline says it


def cases(rng):
    return [
        Case(f"{n:,} elements", {"a": rng.random(n, dtype=np.float32)}, visible=n in (1_000, 6_000_000)) for n in SIZES
    ]
