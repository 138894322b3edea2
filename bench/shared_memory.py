"""What a GPU makes of lesson 7: how often kernels without a barrier are right, and how long four transposes take.

    python bench/shared_memory.py          # needs an NVIDIA GPU with numba-cuda

Results: docs/benchmarks.md.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable

import numpy as np
from numba import cuda, float32

RUNS = 100
TILE = 32
PADDED = 33
STEP = 16


def reverse(width: int, barrier: bool) -> Callable:
    @cuda.jit
    def kernel(a, out):
        tile = cuda.shared.array(width, float32)
        t = cuda.threadIdx.x
        start = cuda.blockIdx.x * width
        tile[t] = a[start + t]
        if barrier:
            cuda.syncthreads()
        out[start + t] = tile[width - 1 - t]

    return kernel


def tiled(columns: int, barrier: bool) -> Callable:
    @cuda.jit
    def kernel(a, out):
        tile = cuda.shared.array((TILE, columns), float32)
        tx = cuda.threadIdx.x
        ty = cuda.threadIdx.y
        tile[ty, tx] = a[cuda.blockIdx.y * TILE + ty, cuda.blockIdx.x * TILE + tx]
        if barrier:
            cuda.syncthreads()
        out[cuda.blockIdx.x * TILE + ty, cuda.blockIdx.y * TILE + tx] = tile[tx, ty]

    return kernel


def product(first: bool, second: bool) -> Callable:
    @cuda.jit
    def kernel(a, b, out):
        a_tile = cuda.shared.array((STEP, STEP), float32)
        b_tile = cuda.shared.array((STEP, STEP), float32)
        tx = cuda.threadIdx.x
        ty = cuda.threadIdx.y
        column, row = cuda.grid(2)
        total = float32(0)
        for start in range(0, a.shape[1], STEP):
            a_tile[ty, tx] = a[row, start + tx]
            b_tile[ty, tx] = b[start + ty, column]
            if first:
                cuda.syncthreads()
            for k in range(STEP):
                total += a_tile[ty, k] * b_tile[k, tx]
            if second:
                cuda.syncthreads()
        out[row, column] = total

    return kernel


@cuda.jit
def copied(a, out):
    x, y = cuda.grid(2)
    out[y, x] = a[y, x]


@cuda.jit
def scattered(a, out):
    x, y = cuda.grid(2)
    out[x, y] = a[y, x]


@cuda.jit
def gathered(a, out):
    x, y = cuda.grid(2)
    out[y, x] = a[x, y]


def right(kernel: Callable, grid, block, inputs, want: np.ndarray) -> tuple[int, int]:
    """(runs of `RUNS` with every element right, wrong elements of the worst run)."""
    on_device = [cuda.to_device(each) for each in inputs]
    out = cuda.to_device(np.full(want.shape, np.nan, np.float32))
    wrong = []
    for _ in range(RUNS):
        kernel[grid, block](*on_device, out)
        wrong.append(int((~np.isclose(out.copy_to_host(), want, rtol=1e-4, atol=1e-4)).sum()))
    return wrong.count(0), max(wrong)


def left_over(kernel: Callable, inputs) -> tuple[int, int]:
    """Elements that were wrong in `RUNS` launches of one block on two inputs in turn, and how many of them were
    the other input's: what the launch before had left in the tile."""
    on_device = [cuda.to_device(each) for each in inputs]
    out = cuda.to_device(np.full(inputs[0].shape, np.nan, np.float32))
    wrong = left = 0
    for run in range(RUNS):
        kernel[(1, 1), (TILE, TILE)](on_device[run % 2], out)
        got, want, before = out.copy_to_host(), inputs[run % 2].T, inputs[1 - run % 2].T
        wrong += int((got != want).sum())
        left += int(((got != want) & (got == before)).sum())
    return wrong, left


def milliseconds(kernel: Callable, grid, block, arguments) -> float:
    """The median of 50 launches after 5, by events."""
    times = []
    for _ in range(55):
        begin, end = cuda.event(), cuda.event()
        begin.record()
        kernel[grid, block](*arguments)
        end.record()
        end.synchronize()
        times.append(cuda.event_elapsed_time(begin, end))
    return statistics.median(times[5:])


def races(rng: np.random.Generator) -> None:
    for width in (32, 64, 128, 256, 1024):
        for blocks in (1, 1000):
            a = rng.random(blocks * width).astype(np.float32)
            want = a.reshape(blocks, width)[:, ::-1].ravel()
            for barrier in (False, True):
                print("reverse", width, "threads", blocks, "blocks", "barrier" if barrier else "no barrier", end=": ")
                print(*right(reverse(width, barrier), blocks, width, [a], want))
    for size in (32, 64, 1024):
        a = rng.random((size, size)).astype(np.float32)
        for columns in (TILE, PADDED):
            count = right(tiled(columns, False), (size // TILE,) * 2, (TILE, TILE), [a], a.T)
            print("transpose", size, "columns", columns, "no barrier:", *count)
    print("two inputs in turn:", *left_over(tiled(TILE, False), [rng.random((TILE, TILE), np.float32) for _ in "ab"]))
    for size in (16, 64, 256, 1024):
        a, b = (rng.random((size, size)).astype(np.float32) for _ in range(2))
        for first, second in ((True, True), (True, False), (False, True)):
            count = right(product(first, second), (size // STEP,) * 2, (STEP, STEP), [a, b], a @ b)
            print("product", size, "first" if first else "-", "second" if second else "-", *count)


def times(rng: np.random.Generator, size: int) -> None:
    a = cuda.to_device(rng.random((size, size)).astype(np.float32))
    out = cuda.device_array_like(a)
    kernels = {
        "copy": copied,
        "scattered write": scattered,
        "scattered read": gathered,
        "tile": tiled(TILE, True),
        "padded tile": tiled(PADDED, True),
    }
    for name, kernel in kernels.items():
        print(f"{size} × {size}, {name}: {milliseconds(kernel, (size // TILE,) * 2, (TILE, TILE), (a, out)):.3f} ms")


if __name__ == "__main__":
    print(cuda.get_current_device().name)
    generator = np.random.default_rng(7)
    races(generator)
    for side in (1024, 8192):
        times(generator, side)
