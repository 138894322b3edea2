"""out = x · wᵀ + bias, as a linear layer computes it. The last case fills whole tiles: its banks are counted."""

import numpy as np

from app.course.models import Case

TILE = 16
SHAPES = ((3, 4, 5), (20, 24, 18), (1, 1, 1), (16, 16, 16), (17, 15, 33), (64, 48, 160))
VISIBLE = ((3, 4, 5), (20, 24, 18))


def reference(x, w, bias):
    product = x.astype(np.float64) @ w.T.astype(np.float64)
    return {"out": (product + bias).astype(np.float32)}


def cases(rng):
    return [launch(rng, samples, inputs, outputs) for samples, inputs, outputs in SHAPES]


def launch(rng, samples, inputs, outputs):
    return Case(
        name="one of each" if samples == 1 else f"{samples} samples, {inputs} inputs, {outputs} outputs",
        args={
            "x": rng.uniform(-1, 1, (samples, inputs)).astype(np.float32),
            "w": rng.uniform(-1, 1, (outputs, inputs)).astype(np.float32),
            "bias": rng.uniform(-1, 1, outputs).astype(np.float32),
            "out": np.zeros((samples, outputs), np.float32),
        },
        grid=((outputs + TILE - 1) // TILE, (samples + TILE - 1) // TILE),
        block=(TILE, TILE),
        visible=(samples, inputs, outputs) in VISIBLE,
    )
