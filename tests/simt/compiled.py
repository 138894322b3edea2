"""What Numba's compiler for the processor makes of a function, in a process of its own.

Loading that compiler teaches the CUDA target new functions, `random.random` among them, and no process of ours that
compiles kernels has it.
"""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np


class Reference:
    """Call it with a source that defines `k`, its input arrays, and the shape of the float64 array that `k` fills."""

    def __init__(self):
        self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"))

    def __call__(self, source, arrays, shape):
        return self._pool.submit(_compiled, source, arrays, shape).result()

    def close(self):
        self._pool.shutdown()


def _compiled(source, arrays, shape):
    from numba import njit  # noqa: PLC0415  # only in the process of its own

    made, filled = {}, np.zeros(shape)
    exec(source, made)
    with np.errstate(all="ignore"):
        njit(made["k"], error_model="numpy")(*arrays, filled)
    return filled
