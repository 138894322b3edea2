"""Finds what is expected in the process that grades it, and spoils it into what it computes.

Stopped by: design: no expected output is in a process that runs learner code.
Gets: wrong_answer or unsupported or compile_error
Stage: slow
Naive: passed
"""
import sys

from numba import cuda

frame = sys._getframe()
while frame is not None:
    for expected in frame.f_locals.get("expected") or []:
        expected["out"][:] = 0
    frame = frame.f_back


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = 0
