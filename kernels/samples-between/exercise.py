"""Twice as many samples: between each two of them their mean, rounded down."""

import numpy as np

from app.course.models import Case

BLOCK = 128
LENGTHS = (5, 150, 1, 2, 64, 65, 20_001)
VISIBLE = (5, 150)


def reference(a):
    wide = a.astype(np.int64)
    out = np.empty(2 * a.size - 1, np.int16)
    out[::2] = a
    out[1::2] = (wide[:-1] + wide[1:]) // 2
    return {"out": out}


def cases(rng):
    return [launch(rng, length) for length in LENGTHS]


def launch(rng, length):
    size = 2 * length - 1
    return Case(
        name=f"{length:,} samples" if length > 1 else "1 sample",
        args={"a": samples(rng, length), "out": np.zeros(size, np.int16)},
        grid=((size + BLOCK - 1) // BLOCK,),
        block=(BLOCK,),
        visible=length in VISIBLE,
    )


def samples(rng, length):
    """Loud ones, mostly: the sum of two does not fit into 16 bits. The first two have a negative odd sum."""
    a = (rng.integers(15_000, 32_768, length) * rng.choice([-1, 1], length)).astype(np.int16)
    a[:2] = (-20_001, -16_000)[:length]
    return a
