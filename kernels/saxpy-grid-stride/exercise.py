"""y = alpha * x + y, with fewer threads than elements."""

import numpy as np

from app.course.models import Case

# (elements, blocks, threads in a block); the large one last, for its counts
LAUNCHES = (
    (1_000, 2, 128),
    (10, 2, 32),
    (1, 1, 32),
    (255, 2, 64),
    (256, 2, 64),
    (257, 2, 64),
    (2_048, 8, 64),
    (65_539, 8, 256),
)
VISIBLE = (1_000, 10)


def reference(alpha, x, y):
    return {"y": alpha * x + y}


def cases(rng):
    return [launch(rng, *numbers) for numbers in LAUNCHES]


def launch(rng, length, blocks, threads):
    elements = f"{length:,} elements" if length > 1 else "1 element"
    return Case(
        name=f"{elements}, {blocks * threads:,} threads",
        args={
            "alpha": np.float32(rng.uniform(0.5, 2)),
            "x": rng.uniform(-1, 1, length).astype(np.float32),
            "y": rng.uniform(-1, 1, length).astype(np.float32),
        },
        grid=(blocks,),
        block=(threads,),
        visible=length in VISIBLE,
    )
