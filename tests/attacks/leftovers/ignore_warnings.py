"""Silence every warning, and every error of NumPy's arithmetic.

The next learner is not told of a division by zero.

Held by: fresh child
"""

import numpy as np


def attack(facts):
    np.seterr(all="ignore")


def after(facts):
    assert np.geterr()["divide"] == "ignore"
