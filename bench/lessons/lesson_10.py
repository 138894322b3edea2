"""Times what lesson 10 counts: softmax by threads, warps and blocks, with three readings and two; layer norm both ways.

    python bench/lessons/lesson_10.py

Needs an NVIDIA GPU with numba-cuda. By CUDA events, median of 15 launches with a cold L2 cache, in µs. Then the softmax
whose tile is used again without a barrier, launched 100 times: how many results were wrong. Prints one table as JSON.
"""

from __future__ import annotations

import json
import math
import runpy
import statistics
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numba import cuda, float32

KERNELS = Path(__file__).parents[2] / "kernels"
REPEATS = 15
RUNS = 100
FLUSH_BYTES = 256 << 20  # larger than the L2 of any GPU so far
SHAPES = ((16_384, 4_096), (1_048_576, 64), (512, 131_072))
LONGEST_BY_THREAD = 4_096  # columns; with more it takes too long


@cuda.jit
def thread_for_each_row(a, out):
    row = cuda.grid(1)
    if row < a.shape[0]:
        highest = float32(-math.inf)
        for column in range(a.shape[1]):
            highest = max(highest, a[row, column])
        total = float32(0)
        for column in range(a.shape[1]):
            total += math.exp(a[row, column] - highest)
        for column in range(a.shape[1]):
            out[row, column] = math.exp(a[row, column] - highest) / total


@cuda.jit
def flush(trash):
    i = cuda.grid(1)
    if i < trash.size:
        trash[i] += float32(1)


def kernel(path: str, entry: str) -> Any:
    return runpy.run_path(str(KERNELS / path))[entry]


def microseconds(launch: Callable[[], object]) -> float:
    trash = cuda.to_device(np.zeros(FLUSH_BYTES // 4, np.float32))
    times = []
    for repeat in range(REPEATS + 1):
        flush[trash.size // 256, 256](trash)
        start, stop = cuda.event(), cuda.event()
        start.record()
        launch()
        stop.record()
        stop.synchronize()
        if repeat:
            times.append(1_000 * cuda.event_elapsed_time(start, stop))
    return round(statistics.median(times), 1)


def softmax_of(rows: int, columns: int, rng: np.random.Generator) -> dict[str, float]:
    a = cuda.to_device(rng.standard_normal((rows, columns), np.float32))
    out = cuda.device_array_like(a)
    by_warp = math.ceil(rows / 8), (32, 8)
    launches = {
        "a thread a row": thread_for_each_row[math.ceil(rows / 128), 128],
        "a warp a row, three readings": kernel("softmax-online/wrong/three_passes.py", "softmax")[by_warp],
        "a warp a row, online": kernel("softmax-online/solution.py", "softmax")[by_warp],
        "a block a row, three readings": kernel("softmax-rows/solution.py", "softmax")[rows, 128],
    }
    if columns > LONGEST_BY_THREAD:
        del launches["a thread a row"]
    said = f"softmax {rows:,} x {columns:,}"
    return {f"{said}, {name}": microseconds(lambda one=one: one(a, out)) for name, one in launches.items()}


def layer_norms(rng: np.random.Generator) -> dict[str, float]:
    rows, columns = SHAPES[0]
    a = cuda.to_device(rng.standard_normal((rows, columns), np.float32))
    weight, bias = cuda.to_device(np.ones(columns, np.float32)), cuda.to_device(np.zeros(columns, np.float32))
    out = cuda.device_array_like(a)
    table = {}
    for name, path in (("two readings", "solution.py"), ("shifted", "approaches/shifted_by_the_first.py")):
        norm = kernel(f"layer-norm/{path}", "layer_norm")
        launch = norm[rows, 128]
        table[f"layer norm {rows:,} x {columns:,}, {name}"] = microseconds(
            lambda launch=launch: launch(a, weight, bias, float32(1e-5), out)
        )
    return table


def races(rng: np.random.Generator) -> dict[str, int]:
    """How many of a hundred launches are wrong where the barrier between the two trees is missing."""
    racing = kernel("softmax-rows/wrong/tile_used_again_at_once.py", "softmax")
    right = kernel("softmax-rows/solution.py", "softmax")
    table = {}
    for rows, columns in ((1, 1_000), (10_000, 1_000)):
        a = cuda.to_device(rng.standard_normal((rows, columns), np.float32) + np.float32(50))
        out, wanted = cuda.device_array_like(a), cuda.device_array_like(a)
        right[rows, 128](a, wanted)
        expected = wanted.copy_to_host()
        wrong = 0
        for _ in range(RUNS):
            racing[rows, 128](a, out)
            wrong += not np.allclose(out.copy_to_host(), expected, rtol=1e-3, atol=1e-7, equal_nan=False)
        table[f"softmax {rows:,} x {columns:,} without the barrier, wrong of {RUNS}"] = wrong
    return table


def main() -> None:
    rng = np.random.default_rng(1)
    table: dict[str, float] = {}
    for rows, columns in SHAPES:
        table |= softmax_of(rows, columns, rng)
    print(json.dumps(table | layer_norms(rng) | races(rng), indent=1))


if __name__ == "__main__":
    main()
