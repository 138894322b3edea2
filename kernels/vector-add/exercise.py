"""out[i] = a[i] + b[i], one thread an element."""

import numpy as np

from app.course.models import Case

BLOCK = 256
LENGTHS = (1_000, 10, 1, 33, 255, 256, 257, 1_048_576)
VISIBLE = (1_000, 10)


def reference(a, b):
    return {"out": a + b}


def cases(rng):
    return [launch(rng, length) for length in LENGTHS]


def launch(rng, length):
    block = 32 if length <= 33 else BLOCK
    return Case(
        name=f"{length:,} elements" if length > 1 else "1 element",
        args={
            "a": rng.uniform(-1_000, 1_000, length).astype(np.float32),
            "b": rng.uniform(-1_000, 1_000, length).astype(np.float32),
            "out": np.zeros(length, np.float32),
        },
        grid=((length + block - 1) // block,),
        block=(block,),
        visible=length in VISIBLE,
    )
