"""Five kernels that claim to be the logistic function. Which of them are right on this input?"""

import numpy as np

from app.course.models import Case

LARGEST = 88.0  # float32 knows exp of this, and not of 89


def reference(a):
    whole, small = a.size % 4 == 0, a.max() <= LARGEST
    return {"right": np.array([True, whole, small, squared(a), False])}


def squared(a):
    """Whether `no_exp` is close enough. It never is above the logistic function, so that a judge has to ask how far."""
    x = a.astype(np.float64)
    e = (1 + x / 1024) ** 1024
    return (np.abs(e / (1 + e) - 1 / (1 + np.exp(-x))) <= 1e-5).all()


def cases(rng):
    made = [
        ("12 numbers, from -8 to 8", 12, 8, True),
        ("10 numbers, from -8 to 8", 10, 8, True),
        ("1 number", 1, 8, False),
        ("2,048 numbers, some of them large", 2_048, 120, False),
        ("2,049 numbers, from -8 to 8", 2_049, 8, False),
    ]
    found = [Case(name, {"a": numbers(rng, length, reach)}, visible=visible) for name, length, reach, visible in made]
    low = Case("4 numbers, from -40 to -20", {"a": rng.uniform(-40, -20, 4).astype(np.float32)}, visible=True)
    return [*found[:2], low, *found[2:]]


def numbers(rng, length, reach):
    """The first is where `no_exp` is off by more than 5e-5, and by less than 1e-3."""
    found = rng.uniform(-8, 8, length).astype(np.float32)
    found[0] = rng.uniform(2, 5)
    if reach > 8:
        found[length // 2], found[length // 3] = reach, 20 - reach
    return found
