"""softmax(scale · q · kᵀ) · v with the whole row of scores on the chip, one block for each query."""

import numpy as np

from app.course.models import Case

DIM = 32
SIZES = ((2, 5, 1), (7, 40, 1), (1, 1, 1), (3, 33, 30), (5, 256, 1), (160, 130, 1))
SCALE = 1 / np.sqrt(DIM)
OTHER_SCALES = {(7, 40): 0.125, (5, 256): 0.25}  # a scale written into a kernel fits some launches and not others
VISIBLE = ((2, 5, 1), (7, 40, 1))


def reference(q, k, v, scale):
    scores = scale * (q.astype(np.float64) @ k.T.astype(np.float64))
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return {"out": (weights @ v / weights.sum(axis=1, keepdims=True)).astype(np.float32)}


def cases(rng):
    return [launch(rng, *size) for size in SIZES]


def launch(rng, queries, keys, loudness):
    return Case(
        name=counted(queries, "query", "queries")
        + ", "
        + counted(keys, "key", "keys")
        + (", large scores" if loudness > 1 else ""),
        args={
            "q": (loudness * rng.normal(0, 1, (queries, DIM))).astype(np.float32),
            "k": rng.normal(0, 2, (keys, DIM)).astype(np.float32),
            "v": rng.normal(0, 1, (keys, DIM)).astype(np.float32),
            "scale": np.float32(OTHER_SCALES.get((queries, keys), SCALE)),
            "out": np.zeros((queries, DIM), np.float32),
        },
        grid=(queries,),
        block=(DIM,),
        visible=(queries, keys, loudness) in VISIBLE,
    )


def counted(count, thing, things):
    return f"{count} {thing if count == 1 else things}"
