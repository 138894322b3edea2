"""Readings of two sensors in turn, each with a polynomial of its own: a branch by the parity of the index splits every warp."""

import numpy as np

from app.course.models import Case

BLOCK = 128
LENGTHS = (10, 300, 1, 2, 127, 129, 20_003)
VISIBLE = (10, 300)


def reference(raw, warmth, weight):
    out = np.empty_like(raw)
    out[::2] = _polynomial(warmth, raw[::2])
    out[1::2] = 1 / _polynomial(weight, raw[1::2])
    return {"out": out}


def _polynomial(coefficients, x):
    total = np.zeros(x.shape)
    for coefficient in coefficients:
        total = total * x + coefficient
    return total.astype(np.float32)


def cases(rng):
    return [case(rng, length) for length in LENGTHS]


def case(rng, length):
    return Case(
        name=f"{length:,} readings" if length > 1 else "1 reading",
        args={
            "raw": rng.random(length).astype(np.float32),
            "warmth": rng.uniform(1, 9, 5).astype(np.float32),
            "weight": rng.uniform(1, 9, 4).astype(np.float32),
            "out": np.zeros(length, np.float32),
        },
        grid=((length + BLOCK - 1) // BLOCK,),
        block=(BLOCK,),
        visible=length in VISIBLE,
    )
