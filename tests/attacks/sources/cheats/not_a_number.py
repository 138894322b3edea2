"""Writes NaN, which is unequal to all and, to a careless judge, no farther off than any tolerance.

Stopped by: the worker: NaN is right only where NaN is expected.
Gets: wrong_answer
Naive: passed
"""
import math
from numba import cuda


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = math.nan
