"""Words of 16 bits, each taken 200 steps further by a generator of pseudo-random numbers, in chunks."""

import numpy as np

from app.course.models import Case

ROUNDS = 200
SIZES = ((10, 4), (8, 4), (1, 4), (3, 1), (4_097, 1_024), (100_003, 25_001))  # elements, and how many make a chunk


def reference(a, chunk):
    words = a.astype(np.int64)
    for _ in range(ROUNDS):
        words = (words * 25_173 + 13_849) % 65_536
    return {"scrambled": words.astype(np.int32)}


def cases(rng):
    return [case(rng, length, chunk) for length, chunk in SIZES]


def case(rng, length, chunk):
    words = "1 word" if length == 1 else f"{length:,} words"
    return Case(
        name=f"{words}, chunks of {chunk:,}",
        args={"a": rng.integers(0, 65_536, length).astype(np.int32), "chunk": chunk},
        visible=(length, chunk) in ((10, 4), (4_097, 1_024)),
    )
