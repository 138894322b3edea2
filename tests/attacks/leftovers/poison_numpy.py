"""Change what NumPy computes for whoever comes next.

A judge that keeps its process keeps the change.

Held by: fresh child
"""

import numpy as np


def attack(facts):
    np.pi = 3
    np.add = len


def after(facts):
    assert np.pi == 3
