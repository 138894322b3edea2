"""Launches a kernel that never ends, and catches all that it may.

Stopped by: the limit of a launch's steps.
Exercise: round-trip
Gets: time_limit
Stage: slow
"""
from numba import cuda


@cuda.jit
def never(a):
    while True:
        a[0] += 1


def main(a, low, high):
    d = cuda.to_device(a)
    try:
        never[1, 1](d)
    except BaseException:
        pass
    return a
