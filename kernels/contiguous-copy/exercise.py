"""out = a, four elements a thread."""

import numpy as np

from app.course.models import Case

EACH = 4
LENGTHS = (1_000, 10, 1, 255, 256, 257, 65_539)
VISIBLE = (1_000, 10)


def reference(a):
    return {"out": a.copy()}


def cases(rng):
    return [launch(rng, length) for length in LENGTHS]


def launch(rng, length):
    block = 64 if length < 65_539 else 256
    share = EACH * block
    return Case(
        name=f"{length:,} elements" if length > 1 else "1 element",
        args={"a": rng.uniform(-1_000, 1_000, length).astype(np.float32), "out": np.zeros(length, np.float32)},
        grid=((length + share - 1) // share,),
        block=(block,),
        visible=length in VISIBLE,
    )
