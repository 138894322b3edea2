"""Layer norm of each row. One is constant, one lies around 2,000, whose squares take all digits, one is hardly spread."""

import numpy as np

from app.course.models import Case

BLOCK = 128
EPS = 1e-5
OTHER_EPS = {(4, 200): 1e-3, (4, 127): 1e-4}  # an eps written into a kernel fits one launch and not the others
SHAPES = ((3, 5), (4, 200), (1, 1), (3, 128), (4, 127), (3, 129), (24, 1_000))
VISIBLE = ((3, 5), (4, 200))


def reference(a, weight, bias, eps):
    centred = a.astype(np.float64) - a.mean(axis=1, keepdims=True, dtype=np.float64)
    scale = 1 / np.sqrt((centred**2).mean(axis=1, keepdims=True) + eps)
    return {"out": (centred * scale * weight + bias).astype(np.float32)}


def cases(rng):
    return [launch(rng, rows, columns) for rows, columns in SHAPES]


def launch(rng, rows, columns):
    a = rng.normal(0, 1, (rows, columns))
    a[0] += 3
    if rows > 1:
        a[1] = 2.0
        a[2] += 2_000
        a[3:4] *= 0.003  # a variance like eps: it matters whether eps stands under the root
    return Case(
        name=f"{rows} × {columns:,}",
        args={
            "a": a.astype(np.float32),
            "weight": rng.uniform(0.5, 1.5, columns).astype(np.float32),
            "bias": rng.uniform(-1, 1, columns).astype(np.float32),
            "eps": np.float32(OTHER_EPS.get((rows, columns), EPS)),
            "out": np.zeros((rows, columns), np.float32),
        },
        grid=(rows,),
        block=(BLOCK,),
        visible=(rows, columns) in VISIBLE,
    )
