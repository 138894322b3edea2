"""Samples of a sensor, cut to the range that it can measure: what comes back from the device."""

import numpy as np

from app.course.models import Case

LENGTHS = (10, 1, 255, 256, 257, 300_007)  # the last is past 256 blocks of 1,024: a swapped launch is refused


def reference(a, low, high):
    return {"clipped": np.minimum(np.maximum(a, low), high)}


def cases(rng):
    return [case(rng, length) for length in LENGTHS]


def case(rng, length):
    return Case(
        name=f"{length:,} samples" if length > 1 else "1 sample",
        args={
            "a": rng.normal(0, 2, length).astype(np.float32),
            "low": np.float32(rng.uniform(-2, -1)),
            "high": np.float32(rng.uniform(1, 2)),
        },
        visible=length in (10, 257),
    )
