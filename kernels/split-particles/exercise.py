"""An array of structures (x, y, z, mass, x, y, …) becomes a structure of arrays."""

import numpy as np

from app.course.models import Case

FIELDS = ("x", "y", "z", "mass")
COUNTS = (100, 5, 1, 63, 64, 65, 20_001)
VISIBLE = (100, 5)


def reference(particles):
    return {name: particles[place :: len(FIELDS)].copy() for place, name in enumerate(FIELDS)}


def cases(rng):
    return [launch(rng, count) for count in COUNTS]


def launch(rng, count):
    length = len(FIELDS) * count
    return Case(
        name=f"{count:,} particles" if count > 1 else "1 particle",
        args={
            "particles": rng.uniform(-1_000, 1_000, length).astype(np.float32),
            **{name: np.zeros(count, np.float32) for name in FIELDS},
        },
        grid=((length + 255) // 256,),
        block=(256,),
        visible=count in VISIBLE,
    )
