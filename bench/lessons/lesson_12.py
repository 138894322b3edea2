"""Times attention in three kernels, by way of the whole score matrix, against the one kernel of lesson 12.

    python bench/lessons/lesson_12.py          # needs an NVIDIA GPU with numba-cuda

One head of 32 numbers, float32. Median of launches by CUDA events, the L2 cache overwritten before each. Prints one
table as JSON.
"""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Callable

import numpy as np
from numba import cuda, float32

DIM = 32
TILE = 32
PADDED = 33
THREADS = 256
REPEATS = 7
LENGTHS = (1024, 4096, 16384, 32768)
FLUSH_BYTES = 256 << 20  # larger than the L2 of any GPU so far


@cuda.jit
def overwrite(trash):
    for i in range(cuda.grid(1), trash.size, cuda.gridsize(1)):
        trash[i] = i


@cuda.jit
def scores_of(q, k, scale, scores):
    """scale · q · kᵀ. The whole inner dimension is one tile."""
    q_tile = cuda.shared.array((TILE, DIM), float32)
    k_tile = cuda.shared.array((TILE, PADDED), float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    column, row = cuda.grid(2)
    q_tile[ty, tx] = q[row, tx]
    k_tile[ty, tx] = k[cuda.blockIdx.x * TILE + ty, tx]
    cuda.syncthreads()
    total = float32(0)
    for d in range(DIM):
        total += q_tile[ty, d] * k_tile[tx, d]
    scores[row, column] = total * scale


@cuda.jit
def softmax_of(scores, weights):
    """A block for each row: the largest, the sum, the quotient."""
    parts = cuda.shared.array(THREADS, float32)
    row = cuda.blockIdx.x
    t = cuda.threadIdx.x
    best = float32(-math.inf)
    for j in range(t, scores.shape[1], THREADS):
        best = max(best, scores[row, j])
    parts[t] = best
    cuda.syncthreads()
    step = THREADS // 2
    while step > 0:
        if t < step:
            parts[t] = max(parts[t], parts[t + step])
        cuda.syncthreads()
        step //= 2
    best = parts[0]
    cuda.syncthreads()
    total = float32(0)
    for j in range(t, scores.shape[1], THREADS):
        total += math.exp(scores[row, j] - best)
    parts[t] = total
    cuda.syncthreads()
    step = THREADS // 2
    while step > 0:
        if t < step:
            parts[t] += parts[t + step]
        cuda.syncthreads()
        step //= 2
    total = parts[0]
    for j in range(t, scores.shape[1], THREADS):
        weights[row, j] = math.exp(scores[row, j] - best) / total


@cuda.jit
def mixed(weights, v, out):
    """weights · v in tiles; out has 32 columns, so one block is as wide as out."""
    w_tile = cuda.shared.array((TILE, TILE), float32)
    v_tile = cuda.shared.array((TILE, DIM), float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    row = cuda.blockIdx.y * TILE + ty
    total = float32(0)
    for start in range(0, v.shape[0], TILE):
        w_tile[ty, tx] = weights[row, start + tx]
        v_tile[ty, tx] = v[start + ty, tx]
        cuda.syncthreads()
        for j in range(TILE):
            total += w_tile[ty, j] * v_tile[j, tx]
        cuda.syncthreads()
    out[row, tx] = total


def fused(queries: int, causal: bool) -> Callable:
    """The kernels of `flash-attention` and `causal-attention`, with `queries` rows a block."""

    @cuda.jit
    def kernel(q, k, v, scale, out):
        q_tile = cuda.shared.array((queries, DIM), float32)
        k_tile = cuda.shared.array((TILE, PADDED), float32)
        v_tile = cuda.shared.array((TILE, DIM), float32)
        s_tile = cuda.shared.array((queries, TILE), float32)
        p_tile = cuda.shared.array((queries, TILE), float32)
        tx = cuda.threadIdx.x
        ty = cuda.threadIdx.y
        row = cuda.blockIdx.y * queries + ty
        q_tile[ty, tx] = q[row, tx]
        best = float32(-math.inf)
        total = float32(0)
        mixture = float32(0)
        end = k.shape[0]
        if causal:
            end = min(end, (cuda.blockIdx.y + 1) * queries)
        for start in range(0, end, TILE):
            for j in range(ty, TILE, queries):
                k_tile[j, tx] = k[start + j, tx]
                v_tile[j, tx] = v[start + j, tx]
            cuda.syncthreads()
            score = float32(0)
            for d in range(DIM):
                score += q_tile[ty, d] * k_tile[tx, d]
            score *= scale
            if causal and start + tx > row:
                score = float32(-math.inf)
            s_tile[ty, tx] = score
            cuda.syncthreads()
            higher = best
            for j in range(TILE):
                higher = max(higher, s_tile[ty, j])
            p_tile[ty, tx] = math.exp(score - higher)
            cuda.syncthreads()
            shrink = math.exp(best - higher)
            total *= shrink
            mixture *= shrink
            for j in range(TILE):
                p = p_tile[ty, j]
                total += p
                mixture += p * v_tile[j, tx]
            best = higher
            cuda.syncthreads()
        out[row, tx] = mixture / total

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


def reference(q, k, v, scale, rows: int, causal: bool) -> np.ndarray:
    scores = scale * (q[:rows].astype(np.float64) @ k.T.astype(np.float64))
    if causal:
        scores[np.arange(k.shape[0]) > np.arange(rows)[:, None]] = -np.inf
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights @ v / weights.sum(axis=1, keepdims=True)


def measured(length: int, rng: np.random.Generator, trash, kernels: dict) -> dict:
    host = [rng.normal(0, 1, (length, DIM)).astype(np.float32) for _ in range(3)]
    scale = np.float32(1 / math.sqrt(DIM))
    q, k, v = (cuda.to_device(array) for array in host)
    out = cuda.device_array((length, DIM), np.float32)
    scores = cuda.device_array((length, length), np.float32)
    square = (length // TILE, length // TILE)
    row: dict = {"length": length, "score_bytes": 4 * length * length}
    launches = {
        "scores": lambda: scores_of[square, (TILE, TILE)](q, k, scale, scores),
        "softmax": lambda: softmax_of[length, THREADS](scores, scores),
        "mixture": lambda: mixed[(1, length // TILE), (DIM, TILE)](scores, v, out),
    }
    for name, launch in launches.items():
        row[name] = milliseconds(launch, trash)
    for launch in launches.values():
        launch()
    error = {"three kernels": np.abs(out.copy_to_host()[:64] - reference(*host, scale, 64, False)).max()}
    for name, (kernel, queries) in kernels.items():
        grid = (1, length // queries)
        row[name] = milliseconds(
            lambda kernel=kernel, grid=grid, queries=queries: kernel[grid, (DIM, queries)](q, k, v, scale, out), trash
        )
        error[name] = np.abs(out.copy_to_host()[:64] - reference(*host, scale, 64, "causal" in name)).max()
    row["errors"] = {name: float(value) for name, value in error.items()}
    return row


def main() -> None:
    rng = np.random.default_rng(12)
    trash = cuda.device_array(FLUSH_BYTES // 4, np.float32)
    kernels = {
        "fused, 16 queries": (fused(16, causal=False), 16),
        "fused, 32 queries": (fused(32, causal=False), 32),
        "fused, 32 queries, causal": (fused(32, causal=True), 32),
    }
    table = [measured(length, rng, trash, kernels) for length in LENGTHS]
    print(json.dumps({"device": str(cuda.get_current_device().name), "times": table}, indent=1))


if __name__ == "__main__":
    main()
