"""What a GPU makes of lesson 14: a step of the wind tunnel by grid and by layout. Needs an NVIDIA GPU with numba-cuda.

    python bench/lessons/lesson_14.py

Times are medians of CUDA events in microseconds, the L2 cache overwritten before each; a film is the wall time of
all its steps, launched one after another. Prints one JSON table.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda, float32

REPEATS = 15
BLOCK = (32, 8)
FLUSH_BYTES = 256 << 20  # larger than the L2 of any GPU so far
GRIDS = ((256, 96), (1_024, 384), (4_096, 1_536))  # width, height
FILMS = ((256, 96, 240), (512, 192, 6_000))  # and steps
WIND = 0.12
OMEGA = np.float32(1 / 0.55)

CX = (0, 1, 0, -1, 0, 1, -1, -1, 1)
CY = (0, 0, 1, 0, -1, 1, 1, -1, -1)
BACK = (0, 3, 4, 1, 2, 7, 8, 5, 6)
W = (4 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 36, 1 / 36, 1 / 36, 1 / 36)


@cuda.jit
def step(f, solid, omega, out):
    """f[k, y, x]: equal directions lie side by side."""
    x, y = cuda.grid(2)
    _, height, width = f.shape
    if x >= width or y >= height:
        return
    rim = x == 0 or y == 0 or x == width - 1 or y == height - 1
    if rim or solid[y, x]:
        for k in range(9):
            out[k, y, x] = f[k, y, x]
        return
    came = cuda.local.array(9, float32)
    density = float32(0)
    ux = float32(0)
    uy = float32(0)
    for k in range(9):
        if solid[y - CY[k], x - CX[k]]:
            came[k] = f[BACK[k], y, x]
        else:
            came[k] = f[k, y - CY[k], x - CX[k]]
        density += came[k]
        ux += CX[k] * came[k]
        uy += CY[k] * came[k]
    ux /= density
    uy /= density
    square = float32(1.5) * (ux * ux + uy * uy)
    for k in range(9):
        along = float32(3) * (CX[k] * ux + CY[k] * uy)
        even = float32(W[k]) * density * (float32(1) + along + float32(0.5) * along * along - square)
        out[k, y, x] = came[k] + omega * (even - came[k])


@cuda.jit
def step_by_cells(f, solid, omega, out):
    """f[y, x, k]: the nine numbers of a cell lie side by side."""
    x, y = cuda.grid(2)
    height, width, _ = f.shape
    if x >= width or y >= height:
        return
    rim = x == 0 or y == 0 or x == width - 1 or y == height - 1
    if rim or solid[y, x]:
        for k in range(9):
            out[y, x, k] = f[y, x, k]
        return
    came = cuda.local.array(9, float32)
    density = float32(0)
    ux = float32(0)
    uy = float32(0)
    for k in range(9):
        if solid[y - CY[k], x - CX[k]]:
            came[k] = f[y, x, BACK[k]]
        else:
            came[k] = f[y - CY[k], x - CX[k], k]
        density += came[k]
        ux += CX[k] * came[k]
        uy += CY[k] * came[k]
    ux /= density
    uy /= density
    square = float32(1.5) * (ux * ux + uy * uy)
    for k in range(9):
        along = float32(3) * (CX[k] * ux + CY[k] * uy)
        even = float32(W[k]) * density * (float32(1) + along + float32(0.5) * along * along - square)
        out[y, x, k] = came[k] + omega * (even - came[k])


@cuda.jit
def collide(f, omega, out):
    x, y = cuda.grid(2)
    _, height, width = f.shape
    if x >= width or y >= height:
        return
    density = float32(0)
    ux = float32(0)
    uy = float32(0)
    for k in range(9):
        density += f[k, y, x]
        ux += CX[k] * f[k, y, x]
        uy += CY[k] * f[k, y, x]
    ux /= density
    uy /= density
    square = float32(1.5) * (ux * ux + uy * uy)
    for k in range(9):
        along = float32(3) * (CX[k] * ux + CY[k] * uy)
        even = float32(W[k]) * density * (float32(1) + along + float32(0.5) * along * along - square)
        out[k, y, x] = f[k, y, x] + omega * (even - f[k, y, x])


@cuda.jit
def stream(f, solid, out):
    x, y = cuda.grid(2)
    _, height, width = f.shape
    if x >= width or y >= height:
        return
    rim = x == 0 or y == 0 or x == width - 1 or y == height - 1
    for k in range(9):
        if rim or solid[y, x]:
            out[k, y, x] = f[k, y, x]
        elif solid[y - CY[k], x - CX[k]]:
            out[k, y, x] = f[BACK[k], y, x]
        else:
            out[k, y, x] = f[k, y - CY[k], x - CX[k]]


@cuda.jit
def fill(out):
    for i in range(cuda.grid(1), out.size, cuda.gridsize(1)):
        out[i] = i


def wind(width: int, height: int) -> tuple[np.ndarray, np.ndarray]:
    """Air that blows everywhere, and a plate to meet."""
    along = [3 * c * WIND for c in CX]
    even = [w * (1 + a + a * a / 2 - 1.5 * WIND**2) for w, a in zip(W, along, strict=True)]
    f = np.empty((9, height, width), np.float32)
    f[:] = np.array(even, np.float32)[:, None, None]
    solid = np.zeros((height, width), np.uint8)
    solid[height * 3 // 8 : height * 5 // 8, width // 4 : width // 4 + max(2, width // 64)] = 1
    return f, solid


def microseconds(launch: Callable[[], None], trash: Any) -> float:
    times = []
    for repeat in range(REPEATS + 1):
        fill[1024, 256](trash)
        start, stop = cuda.event(), cuda.event()
        start.record()
        launch()
        stop.record()
        stop.synchronize()
        if repeat:
            times.append(1000 * cuda.event_elapsed_time(start, stop))
    return round(statistics.median(times), 1)


def steps(width: int, height: int, trash: Any) -> dict[str, Any]:
    f, solid = wind(width, height)
    grid = (-(-width // BLOCK[0]), -(-height // BLOCK[1]))
    a, b, wall = cuda.to_device(f), cuda.device_array_like(f), cuda.to_device(solid)
    by_cells = np.ascontiguousarray(f.transpose(1, 2, 0))
    c, d = cuda.to_device(by_cells), cuda.device_array_like(by_cells)
    table: dict[str, Any] = {
        "one kernel": microseconds(lambda: step[grid, BLOCK](a, wall, OMEGA, b), trash),
        "one kernel, the numbers of a cell side by side": microseconds(
            lambda: step_by_cells[grid, BLOCK](c, wall, OMEGA, d), trash
        ),
        "collide alone": microseconds(lambda: collide[grid, BLOCK](a, OMEGA, b), trash),
        "stream alone": microseconds(lambda: stream[grid, BLOCK](a, wall, b), trash),
    }
    moved = 2 * f.nbytes + solid.nbytes
    table["bytes"] = moved
    table["gigabytes a second, one kernel"] = round(moved / table["one kernel"] / 1e3, 1)
    table["million cells a second, one kernel"] = round(width * height / table["one kernel"], 1)
    return table


def film(width: int, height: int, count: int) -> dict[str, Any]:
    f, solid = wind(width, height)
    grid = (-(-width // BLOCK[0]), -(-height // BLOCK[1]))
    a, b, wall = cuda.to_device(f), cuda.to_device(f), cuda.to_device(solid)
    step[grid, BLOCK](a, wall, OMEGA, b)
    cuda.synchronize()
    began = time.perf_counter()
    for _ in range(count):
        step[grid, BLOCK](a, wall, OMEGA, b)
        a, b = b, a
    cuda.synchronize()
    seconds = time.perf_counter() - began
    return {"seconds": round(seconds, 3), "finite": bool(np.isfinite(a.copy_to_host()).all())}


def main() -> None:
    trash = cuda.device_array(FLUSH_BYTES // 4, np.float32)
    table: dict[str, Any] = {"card": str(cuda.get_current_device().name)}
    for width, height in GRIDS:
        table[f"a step of {width:,} x {height:,} cells"] = steps(width, height, trash)
    for width, height, count in FILMS:
        table[f"{count:,} steps of {width:,} x {height:,} cells"] = film(width, height, count)
    print(json.dumps(table, indent=1))


if __name__ == "__main__":
    main()
