"""Times what lesson 11 counts: one product of float32 matrices, 4,096 × 4,096 each, by seven kernels.

    python bench/lessons/lesson_11.py          # needs an NVIDIA GPU with numba-cuda

Median of launches by CUDA events, the L2 cache overwritten before each. Prints one table as JSON.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable

import numpy as np
from numba import cuda, float32

SIZE = 4096
BLOCK = 16
REPEATS = 7
FLUSH_BYTES = 256 << 20  # larger than the L2 of any GPU so far


@cuda.jit
def overwrite(trash):
    for i in range(cuda.grid(1), trash.size, cuda.gridsize(1)):
        trash[i] = i


def plain(x_is_the_row: bool) -> Callable:
    @cuda.jit
    def kernel(a, b, out):
        x, y = cuda.grid(2)
        row = x if x_is_the_row else y
        column = y if x_is_the_row else x
        if row < out.shape[0] and column < out.shape[1]:
            total = float32(0)
            for k in range(a.shape[1]):
                total += a[row, k] * b[k, column]
            out[row, column] = total

    return kernel


def tiled(tile: int) -> Callable:
    @cuda.jit
    def kernel(a, b, out):
        a_tile = cuda.shared.array((tile, tile), float32)
        b_tile = cuda.shared.array((tile, tile), float32)
        tx = cuda.threadIdx.x
        ty = cuda.threadIdx.y
        column, row = cuda.grid(2)
        total = float32(0)
        for start in range(0, a.shape[1], tile):
            inside = row < a.shape[0] and start + tx < a.shape[1]
            a_tile[ty, tx] = a[row, start + tx] if inside else float32(0)
            inside = start + ty < b.shape[0] and column < b.shape[1]
            b_tile[ty, tx] = b[start + ty, column] if inside else float32(0)
            cuda.syncthreads()
            for k in range(tile):
                total += a_tile[ty, k] * b_tile[k, tx]
            cuda.syncthreads()
        if row < out.shape[0] and column < out.shape[1]:
            out[row, column] = total

    return kernel


def blocked(side: int) -> Callable:
    """The kernel of `matmul-registers`, with `side` × `side` sums a thread."""
    tile = BLOCK * side

    @cuda.jit
    def kernel(a, b, out):
        a_tile = cuda.shared.array((tile, BLOCK), float32)
        b_tile = cuda.shared.array((BLOCK, tile), float32)
        sums = cuda.local.array((side, side), float32)
        a_k = cuda.local.array(side, float32)
        tx = cuda.threadIdx.x
        ty = cuda.threadIdx.y
        top = cuda.blockIdx.y * tile
        left = cuda.blockIdx.x * tile
        for i in range(side):
            for j in range(side):
                sums[i, j] = 0
        for start in range(0, a.shape[1], BLOCK):
            for i in range(side):
                row = top + ty + BLOCK * i
                inside = row < a.shape[0] and start + tx < a.shape[1]
                a_tile[ty + BLOCK * i, tx] = a[row, start + tx] if inside else float32(0)
                column = left + tx + BLOCK * i
                inside = start + ty < b.shape[0] and column < b.shape[1]
                b_tile[ty, tx + BLOCK * i] = b[start + ty, column] if inside else float32(0)
            cuda.syncthreads()
            for k in range(BLOCK):
                for i in range(side):
                    a_k[i] = a_tile[ty + BLOCK * i, k]
                for j in range(side):
                    b_k = b_tile[k, tx + BLOCK * j]
                    for i in range(side):
                        sums[i, j] += a_k[i] * b_k
            cuda.syncthreads()
        for i in range(side):
            for j in range(side):
                row = top + ty + BLOCK * i
                column = left + tx + BLOCK * j
                if row < out.shape[0] and column < out.shape[1]:
                    out[row, column] = sums[i, j]

    return kernel


def milliseconds(launch: Callable[[], None], trash) -> float:
    launch()
    times = []
    for _ in range(REPEATS):
        overwrite[1024, 256](trash)
        begin, end = cuda.event(), cuda.event()
        begin.record()
        launch()
        end.record()
        end.synchronize()
        times.append(cuda.event_elapsed_time(begin, end))
    return statistics.median(times)


def wrong(out, a: np.ndarray, b: np.ndarray) -> float:
    """The largest error in sixteen rows."""
    rows = out.copy_to_host()[: 16 * 64 : 64]
    return float(np.abs(rows - a[: 16 * 64 : 64].astype(np.float64) @ b).max())


def main() -> None:
    rng = np.random.default_rng(11)
    a, b = (rng.uniform(-1, 1, (SIZE, SIZE)).astype(np.float32) for _ in range(2))
    arrays = cuda.to_device(a), cuda.to_device(b), cuda.device_array((SIZE, SIZE), np.float32)
    trash = cuda.device_array(FLUSH_BYTES // 4, np.float32)
    flops = 2 * SIZE**3
    kernels = {
        "x is the row": (plain(x_is_the_row=True), (32, 8), (32, 8)),
        "x is the column": (plain(x_is_the_row=False), (32, 8), (32, 8)),
        "tiles of 16": (tiled(16), (16, 16), (16, 16)),
        "tiles of 32": (tiled(32), (32, 32), (32, 32)),
        "2 x 2 sums": (blocked(2), (BLOCK, BLOCK), (2 * BLOCK, 2 * BLOCK)),
        "4 x 4 sums": (blocked(4), (BLOCK, BLOCK), (4 * BLOCK, 4 * BLOCK)),
        "8 x 8 sums": (blocked(8), (BLOCK, BLOCK), (8 * BLOCK, 8 * BLOCK)),
    }
    table = []
    for name, (kernel, block, covers) in kernels.items():
        grid = (SIZE // covers[0], SIZE // covers[1])
        took = milliseconds(lambda kernel=kernel, grid=grid, block=block: kernel[grid, block](*arrays), trash)
        registers = next(iter(kernel.get_regs_per_thread().values()))
        tflops = flops / took / 1e9
        error = wrong(arrays[2], a, b)
        row = {"kernel": name, "ms": took, "tflops": tflops, "registers": registers, "error": error}
        table.append(row)
    print(json.dumps({"device": str(cuda.get_current_device().name), "size": SIZE, "times": table}, indent=1))


if __name__ == "__main__":
    main()
