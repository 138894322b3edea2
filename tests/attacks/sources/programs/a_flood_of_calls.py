"""Makes calls without end.

Stopped by: the limit of 5,000.
Exercise: round-trip
Gets: time_limit
Stage: slow
"""
from numba import cuda


def main(a, low, high):
    while True:
        cuda.synchronize()
