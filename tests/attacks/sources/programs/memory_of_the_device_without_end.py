"""Allocates on the device until there is no more.

Stopped by: the limit of the device's memory.
Exercise: round-trip
Gets: memory_limit
Stage: slow
"""
import numpy as np
from numba import cuda


def main(a, low, high):
    held = []
    while True:
        held.append(cuda.device_array(1 << 22, np.float64))
