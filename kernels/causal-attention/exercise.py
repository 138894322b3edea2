"""Causal attention: query i sees keys 0 to i. In one case every other query fits the key right after it best by far."""

import numpy as np

from app.course.models import Case

DIM = 32
QUERIES = 16
LENGTHS = ((5, 1), (40, 1), (1, 1), (33, 12), (96, 1))
SCALE = 1 / np.sqrt(DIM)
OTHER_SCALES = {40: 0.125, 96: 0.25}  # a scale written into a kernel fits some launches and not others
VISIBLE = ((5, 1), (40, 1))


def reference(q, k, v, scale):
    scores = scale * (q.astype(np.float64) @ k.T.astype(np.float64))
    scores[np.triu_indices(len(q), 1)] = -np.inf
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return {"out": (weights @ v / weights.sum(axis=1, keepdims=True)).astype(np.float32)}


def cases(rng):
    return [launch(rng, length, loudness) for length, loudness in LENGTHS]


def launch(rng, length, loudness):
    q, k = (rng.normal(0, 2, (length, DIM)).astype(np.float32) for _ in "qk")
    if loudness > 1:  # a masked score of some 270: what stays in the sum is nothing where it counts as the largest
        k[1::2] = loudness * q[: length - 1 : 2]
    return Case(
        name=("one position" if length == 1 else f"{length} positions") + (", keys that fit the query before" if loudness > 1 else ""),
        args={
            "q": q,
            "k": k,
            "v": rng.normal(0, 1, (length, DIM)).astype(np.float32),
            "scale": np.float32(OTHER_SCALES.get(length, SCALE)),
            "out": np.zeros((length, DIM), np.float32),
        },
        grid=(1, (length + QUERIES - 1) // QUERIES),
        block=(DIM, QUERIES),
        visible=(length, loudness) in VISIBLE,
    )
