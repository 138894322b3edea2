"""Grid and block for a given kernel: one thread an element, whatever the length."""

import numpy as np

from app.course.models import Case

LENGTHS = (1_000, 1, 33, 255, 256, 257, 1_024, 1_025, 1_000_003)


def reference(a):
    return {"out": 2 * a}


def cases(rng):
    return [case(rng, length) for length in LENGTHS]


def case(rng, length):
    return Case(
        name=f"{length:,} elements" if length > 1 else "1 element",
        args={
            "a": rng.uniform(-1_000, 1_000, length).astype(np.float32),
            "out": np.zeros(length, np.float32),
        },
        sizes={"n": length},
        visible=length == 1_000,
    )
