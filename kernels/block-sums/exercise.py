"""The sum of every 256 elements; the last sum may be of fewer."""

import numpy as np

from app.course.models import Case

BLOCK = 256
LENGTHS = (10, 600, 1, 255, 256, 257, 64_003)  # 251 blocks in the last case, for its counts
VISIBLE = (10, 600)


def reference(a):
    return {"out": np.add.reduceat(a.astype(np.float64), np.arange(0, a.size, BLOCK)).astype(np.float32)}


def cases(rng):
    return [launch(rng, length) for length in LENGTHS]


def launch(rng, length):
    blocks = (length + BLOCK - 1) // BLOCK
    return Case(
        name=f"{length:,} elements" if length > 1 else "1 element",
        args={"a": rng.uniform(0, 2, length).astype(np.float32), "out": np.zeros(blocks, np.float32)},
        grid=(blocks,),
        block=(BLOCK,),
        visible=length in VISIBLE,
    )
