"""Times what lesson 2 says: launches that wait for the compiler and one that does not; a literal that makes float64;
index arithmetic and the counter of a loop in 64 bits and in 32.

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
from numba import cuda, float32, int32, uint32

ELEMENTS = 1 << 26
COLUMNS = 1_000
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


@cuda.jit
def short_counter_wide(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        for _ in range(int32(ROUNDS)):
            x = x * 0.9 + 0.1
        out[i] = x


@cuda.jit
def short_counter_narrow(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        for _ in range(int32(ROUNDS)):
            x = x * float32(0.9) + float32(0.1)
        out[i] = x


@cuda.jit
def columns_int64(a, factors, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * factors[i % factors.size]


@cuda.jit
def columns_int32(a, factors, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * factors[int32(i) % int32(factors.size)]


@cuda.jit
def columns_uint32(a, factors, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * factors[uint32(i) % uint32(factors.size)]


@cuda.jit
def columns_plane(a, factors, out):
    column, row = cuda.grid(2)
    if row < out.shape[0] and column < out.shape[1]:
        out[row, column] = a[row, column] * factors[column]


@cuda.jit
def copy_int64(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i]


@cuda.jit
def copy_uint32(a, out):
    i = uint32(cuda.grid(1))
    if i < out.size:
        out[i] = a[i]


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


def milliseconds(launch: Callable[[], object]) -> float:
    launch()
    start, stop, found = cuda.event(), cuda.event(), []
    for _ in range(REPEATS):
        start.record()
        launch()
        stop.record()
        stop.synchronize()
        found.append(cuda.event_elapsed_time(start, stop))
    return round(statistics.median(found), 4)


def over_elements() -> dict[str, float]:
    a = cuda.to_device(np.random.default_rng(1).random(ELEMENTS, np.float32))
    out = cuda.device_array_like(a)
    kernels = tenth_wide, tenth_narrow, rounds_wide, rounds_narrow, short_counter_wide, short_counter_narrow
    return {
        kernel.py_func.__name__: milliseconds(lambda kernel=kernel: kernel[ELEMENTS // BLOCK, BLOCK](a, out))
        for kernel in (*kernels, copy_int64, copy_uint32)
    }


def by_column() -> dict[str, float]:
    """A number for each column, found by a remainder and without one. All of them give the same."""
    rng = np.random.default_rng(1)
    rows = ELEMENTS // COLUMNS
    a, factors = (
        cuda.to_device(rng.random((rows, COLUMNS), np.float32)),
        cuda.to_device(rng.random(COLUMNS, np.float32)),
    )
    out = cuda.device_array_like(a)
    flat, flat_out = a.reshape(a.size), out.reshape(a.size)
    plane = ((COLUMNS + 31) // 32, (rows + 7) // 8), (32, 8)
    found = {"columns_plane": milliseconds(lambda: columns_plane[plane](a, factors, out))}
    right = out.copy_to_host()
    for kernel in (columns_int64, columns_int32, columns_uint32):
        grid = (a.size + BLOCK - 1) // BLOCK
        name = kernel.py_func.__name__
        found[name] = milliseconds(lambda kernel=kernel, grid=grid: kernel[grid, BLOCK](flat, factors, flat_out))
        assert np.array_equal(out.copy_to_host(), right), name
    return found


def main() -> None:
    report = {
        "launches_ms": launches(),
        "elements": ELEMENTS,
        "rounds": ROUNDS,
        "columns": COLUMNS,
        "kernels_ms": over_elements() | by_column(),
    }
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
