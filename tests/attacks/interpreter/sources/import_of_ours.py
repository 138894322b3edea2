"""Imports the platform's own packages, for the reference solutions.

Gets: unsupported
"""

from numba import cuda

import app.course

N = app.course.SOLUTIONS


@cuda.jit
def k(a, out):
    out[0] = N
