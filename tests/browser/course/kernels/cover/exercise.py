import numpy as np
from app.course.models import Case


def reference(a):
    return {"out": 2 * a}


def cases(rng):
    return [_case(rng, "thousand", 1000, True), _case(rng, "prime", 1009), _case(rng, "few", 310)]


def _case(rng, name, n, visible=False):
    args = {"a": rng.random(n, dtype=np.float32), "out": np.zeros(n, np.float32)}
    return Case(name, args, visible=visible, sizes={"n": n})
