"""A recording at a tenth of a volume, which grows evenly from silence over its first `length` samples."""

import numpy as np

from app.course.models import Case

BLOCK = 128
SIZES = ((8, 4), (500, 300), (1, 1), (127, 500), (128, 128), (129, 7), (20_003, 12_345))
VISIBLE = (8, 500)


def reference(a, length, volume):
    gain = np.minimum(np.arange(a.size) / float(length), 1.0)
    return {"out": (a * (0.1 * float(volume)) * gain).astype(np.float32)}


def cases(rng):
    return [launch(rng, size, length) for size, length in SIZES]


def launch(rng, size, length):
    return Case(
        name=f"{size:,} samples, fade of {length:,}" if size > 1 else "1 sample",
        args={
            "a": rng.uniform(-1, 1, size).astype(np.float32),
            "length": np.int32(length),
            "volume": np.float32(rng.uniform(1, 10)),
            "out": np.zeros(size, np.float32),
        },
        grid=((size + BLOCK - 1) // BLOCK,),
        block=(BLOCK,),
        visible=size in VISIBLE,
    )
