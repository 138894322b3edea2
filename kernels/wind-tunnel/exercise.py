"""One step of a wind tunnel: every cell of air pulls what its neighbours sent, and lets it collide."""

import math

import numpy as np

from app.course.models import Case

CX = (0, 1, 0, -1, 0, 1, -1, -1, 1)
CY = (0, 0, 1, 0, -1, 1, 1, -1, -1)
BACK = (0, 3, 4, 1, 2, 7, 8, 5, 6)
W = (4 / 9,) + 4 * (1 / 9,) + 4 * (1 / 36,)
BLOCK = (32, 8)
SIZES = ((10, 7), (40, 20), (3, 3), (33, 8), (32, 9), (128, 64))  # width, height
WIND = 0.12  # cells a step
CHORD = 0.22  # of the tunnel's width
ANGLE = 12.0  # degrees
OMEGA = 1 / 0.55


def reference(f, solid, omega):
    f = f.astype(np.float64)
    inner = np.s_[1:-1, 1:-1]
    pulled = f.copy()
    for k in range(9):
        behind = np.roll(solid, (CY[k], CX[k]), (0, 1)) != 0
        came = np.where(behind, f[BACK[k]], np.roll(f[k], (CY[k], CX[k]), (0, 1)))
        pulled[k][inner] = came[inner]
    out = pulled + float(omega) * (equilibrium(*moments(pulled)) - pulled)
    rim = np.ones(solid.shape, bool)
    rim[inner] = False
    return {"out": np.where(rim | (solid != 0), f, out).astype(np.float32)}


def moments(f):
    """Density and the two parts of the velocity."""
    density = f.sum(0)
    return density, np.tensordot(CX, f, 1) / density, np.tensordot(CY, f, 1) / density


def equilibrium(density, ux, uy):
    along = [3 * (CX[k] * ux + CY[k] * uy) for k in range(9)]
    square = 1.5 * (ux * ux + uy * uy)
    return np.stack([W[k] * density * (1 + a + a * a / 2 - square) for k, a in enumerate(along)])


def cases(rng):
    return [random(rng, width, height) for width, height in SIZES]


def random(rng, width, height):
    f = equilibrium(
        rng.uniform(0.9, 1.1, (height, width)), *(rng.uniform(-0.1, 0.1, (height, width)) for _ in range(2))
    )
    f *= rng.uniform(0.9, 1.1, f.shape)
    solid = np.zeros((height, width), np.uint8)
    if width > 3:
        solid[height // 3 : -(height // 3), width // 4 : width // 2] = 1
        solid[2, 3] = 1 - solid[2, 3]
    else:
        solid[0, 2] = 1
    name = f"{width} × {height} cells"
    return launch(name, f, solid, float(rng.uniform(1.2, 1.9)), visible=(width, height) in SIZES[:2])


def launch(name, f, solid, omega, visible=False):
    height, width = solid.shape
    return Case(
        name=name,
        args={
            "f": f.astype(np.float32),
            "solid": solid,
            "omega": np.float32(omega),
            "out": np.zeros(f.shape, np.float32),
        },
        grid=(-(-width // BLOCK[0]), -(-height // BLOCK[1])),
        block=BLOCK,
        visible=visible,
    )


def scene(large):
    width, height = (512, 192) if large else (256, 96)
    solid = wing(width, height)
    still = np.ones((height, width))
    f = equilibrium(still, WIND * still, 0 * still)
    return launch(f"{width} × {height} cells", f, solid, OMEGA)


def wing(width, height):
    """NACA 0012 as cells: 1 where the middle of a cell lies inside."""
    chord, angle = CHORD * width, math.radians(ANGLE)
    x, y = np.meshgrid(np.arange(width) - 0.25 * width, np.arange(height) - 0.5 * (height - 1))
    along = (x * math.cos(angle) - y * math.sin(angle)) / chord + 0.25
    across = (x * math.sin(angle) + y * math.cos(angle)) / chord
    inside = np.clip(along, 0, 1)
    half = 0.6 * (
        0.2969 * np.sqrt(inside) - 0.126 * inside - 0.3516 * inside**2 + 0.2843 * inside**3 - 0.1015 * inside**4
    )
    return ((along >= 0) & (along <= 1) & (abs(across) <= half)).astype(np.uint8)


def frame(f, solid, omega, out):
    """The spin of the air, and the two parts of the force on the wing, over half of density, wind² and chord."""
    wall = solid != 0
    with np.errstate(all="ignore"):
        _, ux, uy = moments(f.astype(np.float64))
    ux, uy = np.where(wall, 0, ux), np.where(wall, 0, uy)
    spin = np.gradient(uy, axis=1) - np.gradient(ux, axis=0)
    push = np.zeros(2)
    for k in range(1, 9):
        met = np.roll(wall, (-CY[k], -CX[k]), (0, 1)) & ~wall  # the next cell in this direction is wall
        push += 2 * f[k][met].sum(dtype=np.float64) * np.array((CX[k], CY[k]))
    drag, lift = push / (0.5 * WIND**2 * CHORD * solid.shape[1])
    return np.ma.masked_array(spin, wall)[::-1], {"lift": lift, "drag": drag}
