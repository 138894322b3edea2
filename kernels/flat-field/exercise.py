"""A camera's raw values, corrected: minus the dark frame, times each pixel's gain, within 0 and 1.

300,007 pixels take 1.2 MB in each array of float32: the device memory of 4 MiB holds one result and no more.
"""

import numpy as np

from app.course.models import Case

SIZES = (6, 1, 255, 256, 257, 300_007)


def reference(raw, dark, gain):
    return {"out": np.clip((raw.astype(np.float32) - dark) * gain, 0, 1)}


def cases(rng):
    return [case(rng, pixels) for pixels in SIZES]


def case(rng, pixels):
    dark = rng.integers(200, 300, pixels)
    light = np.where(rng.random(pixels) < 0.2, rng.integers(-100, 0, pixels), rng.integers(0, 4_096, pixels))
    return Case(
        name=f"{pixels:,} pixels" if pixels > 1 else "1 pixel",
        args={
            "raw": (dark + light).astype(np.uint16),
            "dark": dark.astype(np.uint16),
            "gain": rng.uniform(1 / 4_000, 1 / 3_000, pixels).astype(np.float32),
        },
        visible=pixels in (6, 257),
    )
