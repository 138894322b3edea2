"""A kernel whose blocks take up 8 KB of shared memory each: how many warps find room depends on the block."""

import numpy as np

from app.course.models import Case

LENGTHS = (1_000, 1, 255, 257, 20_003)
STEPS = 2_048


def reference(curve, raw):
    return {"out": curve[raw]}


def cases(rng):
    return [case(rng, length) for length in LENGTHS]


def case(rng, length):
    return Case(
        name=f"{length:,} readings" if length > 1 else "1 reading",
        args={
            "curve": rng.random(STEPS).astype(np.float32),
            "raw": rng.integers(0, STEPS, length).astype(np.int32),
            "out": np.zeros(length, np.float32),
        },
        sizes={"n": length},
        visible=length == 1_000,
    )
