"""A given kernel that is right with any number of threads, and in time only with many."""

import numpy as np

from app.course.models import Case

LENGTHS = (1_000, 1, 257, 4_096, 20_011, 100_003)


def reference(price, quantity):
    return {"amount": price * quantity}


def cases(rng):
    return [case(rng, length) for length in LENGTHS]


def case(rng, length):
    return Case(
        name=f"{length:,} order lines" if length > 1 else "1 order line",
        args={
            "price": rng.integers(1, 10_000, length).astype(np.int32),
            "quantity": rng.integers(1, 100, length).astype(np.int32),
            "amount": np.zeros(length, np.int32),
        },
        sizes={"n": length},
        visible=length == 1_000,
    )
