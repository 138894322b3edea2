"""Times what lesson 6 counts: the same work in several orders. Needs an NVIDIA GPU with numba-cuda.

    python bench/memory_order.py

Median of 50 launches by CUDA events, the L2 cache overwritten before each. Results: docs/benchmarks.md.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda, float32, void

BLOCK = 256
REPEATS = 50
FLUSH_BYTES = 256 << 20  # larger than the L2 of any GPU so far
FLOATS = float32[::1]
GRID_2D = float32[:, ::1]


@cuda.jit(void(FLOATS, FLOATS))
def in_order(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i]


@cuda.jit(void(FLOATS, FLOATS))
def every_32nd(a, out):
    n = a.size
    i = cuda.grid(1)
    if i < n:
        j = i * 32 % n + i * 32 // n
        out[j] = a[j]


@cuda.jit(void(FLOATS, FLOATS))
def in_order_counting(a, out):
    """The arithmetic of every_32nd, the order of in_order: what the arithmetic alone costs."""
    n = a.size
    i = cuda.grid(1)
    if i < n and i * 32 % n + i * 32 // n < n:
        out[i] = a[i]


@cuda.jit(void(FLOATS, FLOATS))
def every_32nd_counted(a, out):
    """The order of every_32nd without a division: the rounds are the grid's second axis."""
    x, y = cuda.grid(2)
    j = x * 32 + y
    if j < a.size:
        out[j] = a[j]


@cuda.jit(void(FLOATS, FLOATS))
def one_behind(a, out):
    i = cuda.grid(1) + 1
    if i < a.size:
        out[i] = a[i]


@cuda.jit(void(FLOATS, FLOATS))
def four_each(a, out):
    first = 4 * cuda.grid(1)
    for k in range(4):
        i = first + k
        if i < a.size:
            out[i] = a[i]


@cuda.jit(void(FLOATS, FLOATS))
def piece_each(a, out):
    each = (a.size + cuda.gridsize(1) - 1) // cuda.gridsize(1)
    first = cuda.grid(1) * each
    for i in range(first, min(first + each, a.size)):
        out[i] = a[i]


@cuda.jit(void(FLOATS, FLOATS))
def grid_stride(a, out):
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        out[i] = a[i]


@cuda.jit(void(FLOATS, FLOATS))
def one_field(particles, out):
    i = cuda.grid(1)
    if 4 * i < particles.size:
        out[i] = particles[4 * i + 3]


@cuda.jit(void(GRID_2D, GRID_2D))
def transpose(a, out):
    x, y = cuda.grid(2)
    if x < a.shape[1] and y < a.shape[0]:
        out[x, y] = a[y, x]


@cuda.jit(void(GRID_2D, GRID_2D))
def copy_2d(a, out):
    x, y = cuda.grid(2)
    if x < a.shape[1] and y < a.shape[0]:
        out[y, x] = a[y, x]


def microseconds(launch: Callable[[], None]) -> float:
    trash = cuda.device_array(FLUSH_BYTES // 4, np.float32)
    times = []
    for repeat in range(REPEATS):
        in_order[math.ceil(trash.size / BLOCK), BLOCK](trash, trash)
        start, stop = cuda.event(), cuda.event()
        start.record()
        launch()
        stop.record()
        stop.synchronize()
        if repeat:
            times.append(1000 * cuda.event_elapsed_time(start, stop))
    return statistics.median(times)


def show(name: str, launch: Callable[[], None]) -> None:
    print(f"{name:45} {microseconds(launch):9.1f} us", flush=True)


def line(kernel: Any, a: Any, out: Any) -> Callable[[], None]:
    return lambda: kernel[math.ceil(out.size / BLOCK), BLOCK](a, out)


def plane(kernel: Any, a: Any, out: Any, block: tuple[int, int]) -> Callable[[], None]:
    grid = (math.ceil(a.shape[1] / block[0]), math.ceil(a.shape[0] / block[1]))
    return lambda: kernel[grid, block](a, out)


def main() -> None:
    rng = np.random.default_rng(1)
    for size in (1 << 20, 1 << 26):
        a, out = cuda.to_device(rng.random(size, np.float32)), cuda.device_array(size, np.float32)
        show(f"copy {size:,} in order", line(in_order, a, out))
        show(f"copy {size:,} every 32nd", line(every_32nd, a, out))
        show(f"copy {size:,} in order, counting", line(in_order_counting, a, out))
        rounds = (size // 32 // BLOCK, 32), (BLOCK, 1)
        show(f"copy {size:,} every 32nd, counted", lambda a=a, out=out, r=rounds: every_32nd_counted[r](a, out))
        show(f"copy {size:,} one behind", line(one_behind, a, out))
        show(f"copy {size:,} four each", lambda a=a, out=out: four_each[math.ceil(a.size / BLOCK / 4), BLOCK](a, out))
        for blocks in (128, 1056):
            launch = blocks, BLOCK
            show(f"pieces, {blocks:,} blocks", lambda a=a, out=out, w=launch: piece_each[w](a, out))
            show(f"grid stride, {blocks:,} blocks", lambda a=a, out=out, w=launch: grid_stride[w](a, out))
        show(f"field of {size // 4:,} particles", line(one_field, a, out[: size // 4]))
        show("the same from a column of its own", line(in_order, a[: size // 4], out[: size // 4]))
    square = cuda.to_device(rng.random((8192, 8192), np.float32)), cuda.device_array((8192, 8192), np.float32)
    for block in ((32, 8), (16, 16), (8, 32), (4, 64), (2, 128), (1, 256)):
        show(f"copy 8,192 x 8,192, block {block}", plane(copy_2d, *square, block))
    show("transpose 8,192 x 8,192, block (32, 8)", plane(transpose, *square, (32, 8)))


if __name__ == "__main__":
    main()
