"""The counts of a seismometer: each is weighed with its neighbours, and what is above a level is marked."""

import numpy as np

from app.course.models import Case

SIZES = ((10, 3), (1, 5), (127, 5), (128, 1), (129, 7), (140_003, 5))  # counts, and weights


def reference(counts, weights, level):
    reach = weights.size // 2
    padded = np.concatenate([np.zeros(reach, np.int32), counts, np.zeros(reach, np.int32)])
    smooth = sum(weight * padded[at : at + counts.size] for at, weight in enumerate(weights))
    return {"marks": (smooth > level).astype(np.uint8)}


def cases(rng):
    return [case(rng, length, width) for length, width in SIZES]


def case(rng, length, width):
    counts = rng.integers(-1_000, 1_000, length).astype(np.int32)
    return Case(
        name=f"{length:,} counts, {width} weights" if length > 1 else f"1 count, {width} weights",
        args={
            "counts": counts,
            "weights": np.arange(1, width + 1, dtype=np.int32)[::-1].copy(),  # not symmetric, which would hide a swap
            "level": np.int32(rng.integers(100, 900)) if length > 1 else np.int32(counts[0] - 1),
        },
        visible=length in (10, 129),
    )
