"""softmax(scale · q · kᵀ) · v, for heads of 32 numbers. In the last case whole tiles are counted."""

import numpy as np

from app.course.models import Case

DIM = 32
QUERIES = 16
SIZES = ((3, 5), (20, 40), (1, 1), (16, 32), (17, 65), (96, 256))
SCALE = 1 / np.sqrt(DIM)
OTHER_SCALES = {(20, 40): 0.125, (17, 65): 0.25}  # a scale written into a kernel fits some launches and not others
VISIBLE = ((3, 5), (20, 40))


def reference(q, k, v, scale):
    scores = scale * (q.astype(np.float64) @ k.T.astype(np.float64))
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return {"out": (weights @ v / weights.sum(axis=1, keepdims=True)).astype(np.float32)}


def cases(rng):
    return [launch(rng, queries, keys) for queries, keys in SIZES]


def launch(rng, queries, keys):
    return Case(
        name=counted(queries, "query", "queries") + ", " + counted(keys, "key", "keys"),
        args={
            "q": rng.normal(0, 2, (queries, DIM)).astype(np.float32),
            "k": rng.normal(0, 2, (keys, DIM)).astype(np.float32),
            "v": rng.normal(0, 1, (keys, DIM)).astype(np.float32),
            "scale": np.float32(OTHER_SCALES.get((queries, keys), SCALE)),
            "out": np.zeros((queries, DIM), np.float32),
        },
        grid=(1, (queries + QUERIES - 1) // QUERIES),
        block=(DIM, QUERIES),
        visible=(queries, keys) in VISIBLE,
    )


def counted(count, thing, things):
    return f"{count} {thing if count == 1 else things}"
