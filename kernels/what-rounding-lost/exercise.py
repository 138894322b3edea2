"""Each product as float32, and what rounding took away from it, which a float32 holds exactly."""

import numpy as np

from app.course.models import Case

BLOCK = 128
LENGTHS = (6, 200, 1, 127, 128, 129, 20_003)
VISIBLE = (6, 200)


def reference(a, b):
    exact = a.astype(np.float64) * b  # 24 digits times 24 digits fit into 53
    product = exact.astype(np.float32)
    return {"product": product, "rest": (exact - product).astype(np.float32)}


def cases(rng):
    return [launch(rng, length) for length in LENGTHS]


def launch(rng, length):
    draw = lambda: rng.uniform(1, 1_000, length).astype(np.float32)
    return Case(
        name=f"{length:,} elements" if length > 1 else "1 element",
        args={
            "a": draw(),
            "b": draw(),
            "product": np.zeros(length, np.float32),
            "rest": np.zeros(length, np.float32),
        },
        grid=((length + BLOCK - 1) // BLOCK,),
        block=(BLOCK,),
        visible=length in VISIBLE,
    )
