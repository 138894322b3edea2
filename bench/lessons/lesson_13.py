"""Times what lesson 13 says of stencils: with and without a tile, and a step of heat against a copy. Needs a GPU.

    python bench/lessons/lesson_13.py

Median of 20 launches by CUDA events, the L2 cache overwritten before each. Prints one JSON table, in microseconds.
"""

from __future__ import annotations

import json
import runpy
import statistics
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numba import cuda

KERNELS = Path(__file__).parents[2] / "kernels"
SIDE = 8_192
BLOCK = (32, 8)
GRID = (SIDE // 32, SIDE // 8)
REPEATS = 20
FLUSH_FLOATS = 64 << 20  # 256 MiB, larger than the L2 of any GPU so far


@cuda.jit
def copy(a, out):
    x, y = cuda.grid(2)
    if x < a.shape[1] and y < a.shape[0]:
        out[y, x] = a[y, x]


@cuda.jit
def step_in_place(u, r):
    x, y = cuda.grid(2)
    height, width = u.shape
    if 0 < x < width - 1 and 0 < y < height - 1:
        around = u[y - 1, x] + u[y + 1, x] + u[y, x - 1] + u[y, x + 1]
        u[y, x] = u[y, x] + r * (around - 4 * u[y, x])


def in_place(step: Any, height: int, width: int, runs: int) -> dict[str, int]:
    """One step of a plate, again and again from the same start: how it differs from two arrays, in cells."""
    start = np.random.default_rng(2).uniform(5, 90, (height, width)).astype(np.float32)
    d_start, right = cuda.to_device(start), cuda.device_array_like(start)
    grid = (-(-width // 32), -(-height // 8))
    step[grid, BLOCK](d_start, np.float32(0.2), right)
    expected, results = right.copy_to_host(), []
    for _ in range(runs):
        u = cuda.to_device(start)
        step_in_place[grid, BLOCK](u, np.float32(0.2))
        results.append(u.copy_to_host())
    wrong = [int((result != expected).sum()) for result in results]
    different = len({result.tobytes() for result in results})
    return {"right": wrong.count(0), "different": different, "least_wrong": min(wrong), "most_wrong": max(wrong)}


def kernel(path: str, name: str) -> Any:
    return runpy.run_path(str(KERNELS / path))[name]


def microseconds(launch: Callable[[], None], trash: Any) -> float:
    launch()
    times = []
    for _ in range(REPEATS):
        copy[(8192 // 32, 8192 // 8), BLOCK](trash, trash)
        start, stop = cuda.event(), cuda.event()
        start.record()
        launch()
        stop.record()
        stop.synchronize()
        times.append(1000 * cuda.event_elapsed_time(start, stop))
    return round(statistics.median(times), 1)


def main() -> None:
    u = cuda.to_device(np.random.default_rng(1).random((SIDE, SIDE), np.float32))
    out, trash = cuda.device_array_like(u), cuda.device_array((8192, FLUSH_FLOATS // 8192), np.float32)
    step = kernel("heat-step/solution.py", "heat_step")
    told = {
        "copy": microseconds(lambda: copy[GRID, BLOCK](u, out), trash),
        "heat_step": microseconds(lambda: step[GRID, BLOCK](u, np.float32(0.2), out), trash),
    }
    for name, path in {
        "nine cells, no tile": "wide-stencil/wrong/no_tile.py",
        "nine cells, a tile": "wide-stencil/solution.py",
        "nine cells, a tile filled by two loops": "wide-stencil/approaches/two_loops.py",
    }.items():
        wide = kernel(path, "curvature")
        told[name] = microseconds(lambda wide=wide: wide[GRID, BLOCK](u, out), trash)
    plates = {
        f"{height:,} x {width:,}": in_place(step, height, width, runs=20)
        for height, width in ((151, 203), (500, 700), (1_500, 2_000), (8_000, 8_000))
    }
    card = str(cuda.get_current_device().name)
    print(json.dumps({"card": card, "side": SIDE, "us": told, "in place": plates}, indent=1))


if __name__ == "__main__":
    main()
