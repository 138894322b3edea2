"""Replaces the comparison of outputs, wherever it finds one.

Stopped by: the worker compares, in a process that no learner Python has seen.
Gets: wrong_answer or unsupported or compile_error
Naive: passed
"""
import sys

import numpy as np
from numba import cuda

np.array_equal = np.allclose = lambda *_, **__: True
for name in ("__main__", "app.grading.compare", "app.grading.verdict"):
    if hasattr(sys.modules.get(name), "compare"):
        sys.modules[name].compare = lambda *_, **__: None


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = 0
