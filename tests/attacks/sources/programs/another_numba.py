"""Puts modules of its own in the place of numba, whose copies say that they were made.

Stopped by: the worker records the calls that a device answered; what was only said is not among them.
Exercise: round-trip
Gets: too_slow or runtime_error
Stage: slow
"""
import sys
import types
import numpy as np

cuda = types.SimpleNamespace(to_device=lambda a: a, jit=lambda f: f)
sys.modules["numba"] = types.SimpleNamespace(cuda=cuda)
from numba import cuda


def main(a, low, high):
    return np.clip(cuda.to_device(a), low, high)
