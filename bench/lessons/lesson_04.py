"""Times what lesson 4 counts: branches within warps and between them, sizes of blocks, and how many warps are resident.

    python bench/lessons/lesson_04.py

Needs an NVIDIA GPU with numba-cuda. By CUDA events, median of 15 launches with a cold L2 cache. Prints one table as
JSON, in µs.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda, float32, int32, void

SIZE = 1 << 26
FEW = 1 << 22
ROUNDS = 256
REPEATS = 15
FLUSH_BYTES = 256 << 20  # larger than the L2 of any GPU so far
FLOATS = float32[::1]
BLOCKS = (1, 4, 8, 16, 32, 33, 48, 64, 96, 100, 128, 256, 512, 640, 768, 1_024)
SHARED = (
    0,
    13_000,
    27_000,
    48_000,
)  # with blocks of 64, room for 32, 16, 8 and 4 of them on a multiprocessor of an H200


@cuda.jit(void(FLOATS, FLOATS))
def by_lane(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        if i % 2 == 0:
            for _ in range(ROUNDS):
                x = x * float32(0.5) + float32(1)
        else:
            for _ in range(ROUNDS):
                x = x * float32(0.25) - float32(1)
        out[i] = x


@cuda.jit(void(FLOATS, FLOATS))
def by_warp(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        if i // 32 % 2 == 0:
            for _ in range(ROUNDS):
                x = x * float32(0.5) + float32(1)
        else:
            for _ in range(ROUNDS):
                x = x * float32(0.25) - float32(1)
        out[i] = x


@cuda.jit(void(FLOATS, FLOATS))
def without_branch(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        for _ in range(ROUNDS):
            x = x * float32(0.5) + float32(1)
        out[i] = x


@cuda.jit(void(FLOATS, int32[::1], FLOATS))
def turns(a, rounds, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        for _ in range(rounds[i]):
            x = x * float32(0.5) + float32(1)
        out[i] = x


@cuda.jit(void(FLOATS, FLOATS))
def copy(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i]


@cuda.jit(void(FLOATS))
def flush(trash):
    i = cuda.grid(1)
    if i < trash.size:
        trash[i] += 1


def microseconds(launch: Callable[[], None], trash: Any) -> float:
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


def main() -> None:
    rng = np.random.default_rng(1)
    trash = cuda.to_device(np.zeros(FLUSH_BYTES // 4, np.float32))
    a, out = cuda.to_device(rng.random(SIZE, np.float32)), cuda.device_array(SIZE, np.float32)
    few, result = a[:FEW], out[:FEW]
    table = {}
    for kernel in (by_lane, by_warp, without_branch):
        launch = kernel[FEW // 256, 256]
        table[kernel.__name__] = microseconds(lambda launch=launch: launch(few, result), trash)
    mixed = np.where(rng.random(FEW) < 1 / 16, 1_024, 64).astype(np.int32)
    for name, rounds in (("mixed", mixed), ("sorted", np.sort(mixed))):
        counts = cuda.to_device(rounds)
        launch = turns[FEW // 256, 256]
        table[f"turns, {name}"] = microseconds(lambda launch=launch, counts=counts: launch(few, counts, result), trash)
    for block in BLOCKS:
        launch = copy[-(-SIZE // block), block]
        table[f"copy, blocks of {block}"] = microseconds(lambda launch=launch: launch(a, out), trash)
    for nbytes in SHARED:
        launch, heavy = copy[SIZE // 64, 64, 0, nbytes], without_branch[FEW // 64, 64, 0, nbytes]
        table[f"copy, blocks of 64 with {nbytes} bytes"] = microseconds(lambda launch=launch: launch(a, out), trash)
        table[f"rounds, blocks of 64 with {nbytes} bytes"] = microseconds(lambda h=heavy: h(few, result), trash)
    print(json.dumps(table, indent=1))


if __name__ == "__main__":
    main()
