"""How often each of the 256 byte values occurs, with fewer threads in a block than there are bins."""

import numpy as np

from app.course.models import Case

BINS = 256
BLOCK = 128
# (bytes, blocks); the large one last, for its counts: 8 blocks of 256 bins are 2,048 atomics
LAUNCHES = ((12, 1), (500, 2), (1, 1), (128, 1), (129, 2), (4_001, 3), (65_539, 8))
VISIBLE = (12, 500)


def reference(a, bins):
    return {"bins": bins + np.bincount(a, minlength=BINS).astype(np.int32)}


def cases(rng):
    return [launch(rng, *numbers) for numbers in LAUNCHES]


def launch(rng, length, blocks):
    bright = rng.normal(200, 30, length)  # a picture with much sky: the upper half of the bins has most of it
    if length > BLOCK:
        bright[rng.integers(length, size=3)] = 0  # and something black in it: the first bin counts too
    return Case(
        name=f"{length:,} bytes" if length > 1 else "1 byte",
        args={
            "a": np.clip(bright, 0, 255).astype(np.uint8),
            "bins": rng.integers(0, 9, BINS).astype(np.int32),
        },
        grid=(blocks,),
        block=(BLOCK,),
        visible=length in VISIBLE,
    )
