"""What a GPU makes of lesson 8: updates that get lost, histograms, sums. Needs an NVIDIA GPU with numba-cuda.

    python bench/lessons/lesson_08.py

Times are medians of CUDA events in microseconds, the L2 cache overwritten before each. Prints one JSON table.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda, float32, int32

RUNS = 100
REPEATS = 15
BLOCK = 256
BINS = 256
ALL = 0xFFFFFFFF
FLUSH_BYTES = 256 << 20  # larger than the L2 of any GPU so far
SIZE = 1 << 26


@cuda.jit
def lost(total):
    total[0] += 1


@cuda.jit
def kept(total):
    cuda.atomic.add(total, 0, 1)


@cuda.jit
def fill(out):
    for i in range(cuda.grid(1), out.size, cuda.gridsize(1)):
        out[i] = i


@cuda.jit
def bins_on_device(a, bins):
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        cuda.atomic.add(bins, a[i], 1)


@cuda.jit
def bins_of_blocks(a, bins):
    own = cuda.shared.array(BINS, int32)
    for k in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        own[k] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        cuda.atomic.add(own, a[i], 1)
    cuda.syncthreads()
    for k in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        cuda.atomic.add(bins, k, own[k])


@cuda.jit
def sum_of_atomics(a, total):
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        cuda.atomic.add(total, 0, a[i])


def tree(halves: bool) -> Any:
    """A sum for each block of 256 elements, one atomic for each block."""

    @cuda.jit
    def kernel(a, total):
        part = cuda.shared.array(BLOCK, float32)
        t = cuda.threadIdx.x
        i = cuda.grid(1)
        part[t] = a[i] if i < a.size else 0
        cuda.syncthreads()
        if halves:
            step = BLOCK // 2
            while step > 0:
                if t < step:
                    part[t] += part[t + step]
                cuda.syncthreads()
                step //= 2
        else:
            step = 1
            while step < BLOCK:
                if t % (2 * step) == 0:
                    part[t] += part[t + step]
                cuda.syncthreads()
                step *= 2
        if t == 0:
            cuda.atomic.add(total, 0, part[0])

    return kernel


@cuda.jit
def shuffled(a, total):
    part = cuda.shared.array(8, float32)
    t = cuda.threadIdx.x
    own = float32(0)
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        own += a[i]
    for step in (16, 8, 4, 2, 1):
        own += cuda.shfl_down_sync(ALL, own, step)
    if t % 32 == 0:
        part[t // 32] = own
    cuda.syncthreads()
    if t < 32:
        own = part[t] if t < 8 else float32(0)
        for step in (4, 2, 1):
            own += cuda.shfl_down_sync(ALL, own, step)
        if t == 0:
            cuda.atomic.add(total, 0, own)


def microseconds(launch: Callable[[], None], trash: Any) -> float:
    times = []
    for repeat in range(REPEATS + 1):
        fill[1024, BLOCK](trash)
        start, stop = cuda.event(), cuda.event()
        start.record()
        launch()
        stop.record()
        stop.synchronize()
        if repeat:
            times.append(1000 * cuda.event_elapsed_time(start, stop))
    return round(statistics.median(times), 1)


def counted(kernel: Any, blocks: int) -> dict[str, int]:
    """The lowest and the highest result of many launches, and how many different ones there were."""
    results = []
    for _ in range(RUNS):
        total = cuda.to_device(np.zeros(1, np.int32))
        kernel[blocks, BLOCK](total)
        results.append(int(total.copy_to_host()[0]))
    return {"lowest": min(results), "highest": max(results), "different": len(set(results))}


def histograms(trash: Any, blocks: int) -> dict[str, Any]:
    rng = np.random.default_rng(8)
    pictures = {
        "all values alike": rng.integers(0, 256, SIZE).astype(np.uint8),
        "nine of ten bytes equal": np.where(rng.random(SIZE) < 0.9, 200, rng.integers(0, 256, SIZE)).astype(np.uint8),
        "all bytes equal": np.full(SIZE, 200, np.uint8),
    }
    table = {}
    for name, picture in pictures.items():
        a, bins = cuda.to_device(picture), cuda.to_device(np.zeros(BINS, np.int32))
        for kernel in (bins_on_device, bins_of_blocks):
            label = f"{kernel.py_func.__name__}, {name}"
            table[label] = microseconds(lambda a=a, bins=bins, kernel=kernel: kernel[blocks, BLOCK](a, bins), trash)
    return table


def sums(trash: Any, blocks: int) -> dict[str, Any]:
    a = cuda.to_device(np.random.default_rng(9).random(SIZE, np.float32))
    total = cuda.to_device(np.zeros(1, np.float32))
    everyone = SIZE // BLOCK
    launches = {
        "an atomic for each element": (sum_of_atomics, blocks),
        "tree, every warp stays busy": (tree(halves=False), everyone),
        "tree, halves": (tree(halves=True), everyone),
        "grid stride and shuffles": (shuffled, blocks),
    }
    table: dict[str, Any] = {
        name: microseconds(lambda kernel=kernel, grid=grid: kernel[grid, BLOCK](a, total), trash)
        for name, (kernel, grid) in launches.items()
    }
    results = set()
    for _ in range(RUNS):
        total.copy_to_device(np.zeros(1, np.float32))
        shuffled[blocks, BLOCK](a, total)
        results.add(float(total.copy_to_host()[0]))
    table["different sums of shuffles"] = len(results)
    return table


def main() -> None:
    trash = cuda.device_array(FLUSH_BYTES // 4, np.float32)
    blocks = 8 * cuda.get_current_device().MULTIPROCESSOR_COUNT
    table = {
        "card": str(cuda.get_current_device().name),
        "blocks": blocks,
        "lost, 1 block": counted(lost, 1),
        "lost, 4,096 blocks": counted(lost, 4_096),
        "kept, 4,096 blocks": counted(kept, 4_096),
        "histograms of 67,108,864 bytes": histograms(trash, blocks),
        "sums of 67,108,864 floats": sums(trash, blocks),
    }
    print(json.dumps(table, indent=1))


if __name__ == "__main__":
    main()
