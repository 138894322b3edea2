"""Works the answer out with NumPy, and asks nothing of the device.

Stopped by: what an exercise asks of the calls: at least one launch.
Exercise: round-trip
Gets: too_slow
Stage: slow
"""
import numpy as np


def main(a, low, high):
    return np.clip(a, low, high)
