"""Times what lesson 2 says: launches that wait for the compiler and one that does not; a literal that makes float64.

    python bench/lessons/lesson_02.py          # needs an NVIDIA GPU with numba-cuda

Launches by the host's clock, until the device is done; kernels by CUDA events, the median of launches after a warm-up.
Prints one table as JSON.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable

import numpy as np
from numba import cuda, float32

ELEMENTS = 1 << 26
BLOCK = 256
REPEATS = 15
ROUNDS = 512  # multiplications and additions of each thread in the kernels that compute


@cuda.jit
def warm(out):
    out[0] = 1


@cuda.jit
def scale(a, factor, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * factor


@cuda.jit
def tenth_wide(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * 0.1


@cuda.jit
def tenth_narrow(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * float32(0.1)


@cuda.jit
def rounds_wide(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        for _ in range(ROUNDS):
            x = x * 0.9 + 0.1
        out[i] = x


@cuda.jit
def rounds_narrow(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        for _ in range(ROUNDS):
            x = x * float32(0.9) + float32(0.1)
        out[i] = x


def launches() -> dict[str, float]:
    """Milliseconds of the four launches at the start of the lesson, in their order."""
    floats, ints = (cuda.to_device(np.arange(32, dtype=dtype)) for dtype in (np.float32, np.int32))
    float_out, int_out = cuda.device_array_like(floats), cuda.device_array_like(ints)
    warm[1, 1](float_out)  # the context and the compiler's own start are no part of it
    cuda.synchronize()
    arguments = {
        "A": (floats, 2, float_out),
        "B": (floats, 3, float_out),
        "C": (floats, 2.5, float_out),
        "D": (ints, 2, int_out),
    }
    found = {}
    for name, given in arguments.items():
        start = time.perf_counter()
        scale[1, 32](*given)
        cuda.synchronize()
        found[name] = round(1000 * (time.perf_counter() - start), 4)
    return found


def milliseconds(kernel: Callable, elements: int) -> float:
    a = cuda.to_device(np.random.default_rng(1).random(elements, np.float32))
    out = cuda.device_array_like(a)
    grid = (elements + BLOCK - 1) // BLOCK
    kernel[grid, BLOCK](a, out)
    start, stop, found = cuda.event(), cuda.event(), []
    for _ in range(REPEATS):
        start.record()
        kernel[grid, BLOCK](a, out)
        stop.record()
        stop.synchronize()
        found.append(cuda.event_elapsed_time(start, stop))
    return round(statistics.median(found), 4)


def main() -> None:
    kernels = {k.py_func.__name__: k for k in (tenth_wide, tenth_narrow, rounds_wide, rounds_narrow)}
    report = {
        "launches_ms": launches(),
        "elements": ELEMENTS,
        "rounds": ROUNDS,
        "kernels_ms": {name: milliseconds(kernel, ELEMENTS) for name, kernel in kernels.items()},
    }
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
