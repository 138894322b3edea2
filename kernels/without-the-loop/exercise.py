"""What each car owes; the budget is too small for one thread that works out all of them."""

import numpy as np

from app.course.models import Case

BLOCK = 128
LENGTHS = (1_000, 1, 127, 128, 129, 20_003)


def reference(minutes):
    return {"fee": np.maximum(minutes - 30, 0) * 2}


def cases(rng):
    return [case(rng, length) for length in LENGTHS]


def case(rng, length):
    return Case(
        name=f"{length:,} cars" if length > 1 else "1 car",
        args={
            "minutes": rng.integers(1, 1_440, length).astype(np.int32),
            "fee": np.zeros(length, np.int32),
        },
        grid=((length + BLOCK - 1) // BLOCK,),
        block=(BLOCK,),
        visible=length == 1_000,
    )
