"""Determinants of two by two numbers whose products are nearly equal."""

import numpy as np

from app.course.models import Case

BLOCK = 128
LENGTHS = (6, 200, 1, 127, 128, 129, 20_003)
VISIBLE = (6, 200)


def reference(a, b, c, d):
    exact = a.astype(np.float64) * d - b.astype(np.float64) * c  # 24 digits times 24 digits fit into 53
    return {"det": exact.astype(np.float32)}


def cases(rng):
    return [launch(rng, length) for length in LENGTHS]


def launch(rng, length):
    a, b, d = (rng.uniform(1, 1_000, length).astype(np.float32) for _ in "abd")
    c = (a.astype(np.float64) * d / b).astype(np.float32)  # so that b * c is a * d but for the last digits
    return Case(
        name=f"{length:,} elements" if length > 1 else "1 element",
        args={"a": a, "b": b, "c": c, "d": d, "det": np.zeros(length, np.float32)},
        grid=((length + BLOCK - 1) // BLOCK,),
        block=(BLOCK,),
        visible=length in VISIBLE,
    )
