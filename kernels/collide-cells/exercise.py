"""In each cell nine numbers go a share of the way to their even values, which have the same density and velocity."""

import numpy as np

from app.course.models import Case

CX = (0, 1, 0, -1, 0, 1, -1, -1, 1)
CY = (0, 0, 1, 0, -1, 1, 1, -1, -1)
W = (4 / 9,) + 4 * (1 / 9,) + 4 * (1 / 36,)
BLOCK = 128
CELLS = (4, 200, 1, 127, 129, 8_192)


def reference(f, omega):
    f = f.astype(np.float64)
    density = f.sum(0)
    ux, uy = np.tensordot(CX, f, 1) / density, np.tensordot(CY, f, 1) / density
    out = np.empty_like(f)
    for k in range(9):
        along = 3 * (CX[k] * ux + CY[k] * uy)
        even = W[k] * density * (1 + along + along * along / 2 - 1.5 * (ux * ux + uy * uy))
        out[k] = f[k] + float(omega) * (even - f[k])
    return {"out": out.astype(np.float32)}


def cases(rng):
    return [launch(rng, cells) for cells in CELLS]


def launch(rng, cells):
    f = np.array(W)[:, None] * rng.uniform(0.5, 2.0, (9, cells))
    return Case(
        name=f"{cells:,} cells" if cells > 1 else "1 cell",
        args={
            "f": f.astype(np.float32),
            "omega": np.float32(rng.uniform(0.6, 1.9)),
            "out": np.zeros((9, cells), np.float32),
        },
        grid=(-(-cells // BLOCK),),
        block=(BLOCK,),
        visible=cells in CELLS[:2],
    )
