"""How many values are above a limit, added to an older count, and the highest value so far."""

import numpy as np

from app.course.models import Case

BLOCK = 256
LENGTHS = (10, 300, 1, 255, 256, 257, 30_003)
VISIBLE = (10, 300)


def reference(a, limit, count, peak):
    return {
        "count": count + np.int32(np.count_nonzero(a > limit)),
        "peak": np.maximum(peak, a.max()),
    }


def cases(rng):
    return [launch(rng, length) for length in LENGTHS]


def launch(rng, length):
    return Case(
        name=f"{length:,} values" if length > 1 else "1 value",
        args={
            "a": (rng.integers(0, 40, length) / 4).astype(np.float32),  # quarters: some are exactly at the limit
            "limit": np.float32(6.0),
            "count": rng.integers(1, 100, 1).astype(np.int32),
            "peak": np.array([5.125], np.float32),
        },
        grid=((length + BLOCK - 1) // BLOCK,),
        block=(BLOCK,),
        visible=length in VISIBLE,
    )
