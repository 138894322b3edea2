"""The highest of each element and the three on either side of it; beyond the ends of the array there is nothing."""

import numpy as np

from app.course.models import Case

BLOCK = 128
REACH = 3
LENGTHS = (5, 300, 1, 3, 127, 128, 129, 131, 20_003)  # the large one last, for its counts
VISIBLE = (5, 300)


def reference(a):
    padded = np.pad(a, REACH, constant_values=-np.inf)
    windows = np.lib.stride_tricks.sliding_window_view(padded, 2 * REACH + 1)
    return {"out": windows.max(axis=1)}


def cases(rng):
    return [launch(rng, length) for length in LENGTHS]


def launch(rng, length):
    return Case(
        name=f"{length:,} elements" if length > 1 else "1 element",
        args={
            "a": rng.uniform(-60, -1, length).astype(np.float32),  # below 0, so that a zero beyond the ends shows
            "out": np.zeros(length, np.float32),
        },
        grid=((length + BLOCK - 1) // BLOCK,),
        block=(BLOCK,),
        visible=length in VISIBLE,
    )
