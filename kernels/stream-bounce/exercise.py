"""Every cell of air pulls nine numbers from the cells behind; what would come out of a solid is what was sent into it."""

import numpy as np

from app.course.models import Case

CX = (0, 1, 0, -1, 0, 1, -1, -1, 1)
CY = (0, 0, 1, 0, -1, 1, 1, -1, -1)
BACK = (0, 3, 4, 1, 2, 7, 8, 5, 6)
BLOCK = (32, 8)
SIZES = ((7, 5), (40, 12), (3, 3), (33, 8), (32, 9), (128, 64))  # width, height


def reference(f, solid):
    out = f.copy()
    inner = np.s_[1:-1, 1:-1]
    for k in range(9):
        behind = np.roll(solid, (CY[k], CX[k]), (0, 1)) != 0
        came = np.where(behind, f[BACK[k]], np.roll(f[k], (CY[k], CX[k]), (0, 1)))
        out[k][inner] = np.where(solid != 0, f[k], came)[inner]
    return {"out": out}


def cases(rng):
    return [launch(rng, width, height) for width, height in SIZES]


def launch(rng, width, height):
    solid = np.zeros((height, width), np.uint8)
    solid[height // 2, width // 3 : width // 2 + 1] = 1
    solid[height // 2 - 1, width // 3] = 1
    return Case(
        name=f"{width} × {height} cells",
        args={
            "f": rng.uniform(0.01, 1, (9, height, width)).astype(np.float32),
            "solid": solid,
            "out": np.zeros((9, height, width), np.float32),
        },
        grid=(-(-width // BLOCK[0]), -(-height // BLOCK[1])),
        block=BLOCK,
        visible=(width, height) in SIZES[:2],
    )
