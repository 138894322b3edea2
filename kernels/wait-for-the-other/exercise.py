"""Words of a camera, decoded in 80 steps each; then the dark image is taken off, which comes over another stream."""

import numpy as np

from app.course.models import Case

ROUNDS = 80
SIZES = (10, 1, 257, 40_009)


def reference(words, dark):
    pixels = words.astype(np.int64)
    for _ in range(ROUNDS):
        pixels = (pixels * 75 + 74) % 65_537
    return {"image": (pixels - dark).astype(np.int32)}


def cases(rng):
    return [case(rng, length) for length in SIZES]


def case(rng, length):
    return Case(
        name="1 pixel" if length == 1 else f"{length:,} pixels",
        args={
            "words": rng.integers(0, 65_537, length).astype(np.int32),
            "dark": rng.integers(0, 100, length).astype(np.int32),
        },
        visible=length in (10, 257),
    )
