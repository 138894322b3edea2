"""Reverse, in place, each run of 128 elements; the last run may be shorter and turns round its own middle."""

import numpy as np

from app.course.models import Case

BLOCK = 128
LENGTHS = (5, 300, 1, 33, 127, 128, 129, 1_000_003)
VISIBLE = (5, 300)


def reference(data):
    reversed_ = data.copy()
    for start in range(0, data.size, BLOCK):
        reversed_[start : start + BLOCK] = data[start : start + BLOCK][::-1]
    return {"data": reversed_}


def cases(rng):
    return [launch(rng, length) for length in LENGTHS]


def launch(rng, length):
    return Case(
        name=f"{length:,} elements" if length > 1 else "1 element",
        args={"data": rng.uniform(-1_000, 1_000, length).astype(np.float32)},
        grid=((length + BLOCK - 1) // BLOCK,),
        block=(BLOCK,),
        visible=length in VISIBLE,
    )
