"""What a GPU makes of lesson 15: bodies that pull at each other, and batches of worlds. Needs an NVIDIA GPU.

    python bench/lessons/lesson_15.py

Times in microseconds: medians of CUDA events, where the host takes part of its clock. Prints one JSON table.
"""

from __future__ import annotations

import json
import math
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda, float32

BLOCK = 128
REPEATS = 9
STEPS = 1_000
SOFT = -4


@cuda.jit
def pull_alone(x, y, mass, soft, ax, ay):
    i = cuda.grid(1)
    if i < x.size:
        own_x = x[i]
        own_y = y[i]
        sum_x = float32(0)
        sum_y = float32(0)
        for j in range(x.size):
            dx = x[j] - own_x
            dy = y[j] - own_y
            squared = dx * dx + dy * dy + soft
            weight = mass[j] / (squared * math.sqrt(squared))
            sum_x += weight * dx
            sum_y += weight * dy
        ax[i] = sum_x
        ay[i] = sum_y


@cuda.jit
def pull_tiled(x, y, mass, soft, ax, ay):
    tile = cuda.shared.array((3, BLOCK), float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    own_x = x[i]
    own_y = y[i]
    sum_x = float32(0)
    sum_y = float32(0)
    for start in range(0, x.size, BLOCK):
        tile[0, t] = x[start + t]
        tile[1, t] = y[start + t]
        tile[2, t] = mass[start + t]
        cuda.syncthreads()
        for k in range(BLOCK):
            dx = tile[0, k] - own_x
            dy = tile[1, k] - own_y
            squared = dx * dx + dy * dy + soft
            weight = tile[2, k] / (squared * math.sqrt(squared))
            sum_x += weight * dx
            sum_y += weight * dy
        cuda.syncthreads()
    ax[i] = sum_x
    ay[i] = sum_y


@cuda.jit
def fly(state, rule, top, steps, landed):
    i = cuda.grid(1)
    if i < rule.size:
        height = state[0, i]
        speed = state[1, i]
        brake = -rule[i]
        soft = 0
        for _step in range(steps):
            speed += 2 if speed < brake else -1
            height += speed
            if height <= 0:
                soft += 1 if speed >= SOFT else 0
                height = top
                speed = 0
        state[0, i] = height
        state[1, i] = speed
        landed[i] += soft


@cuda.jit
def fly_rows(state, rule, top, steps, landed):
    """The same with a row for each world: neighbours are two numbers apart."""
    i = cuda.grid(1)
    if i < rule.size:
        height = state[i, 0]
        speed = state[i, 1]
        brake = -rule[i]
        soft = 0
        for _step in range(steps):
            speed += 2 if speed < brake else -1
            height += speed
            if height <= 0:
                soft += 1 if speed >= SOFT else 0
                height = top
                speed = 0
        state[i, 0] = height
        state[i, 1] = speed
        landed[i] += soft


def microseconds(launch: Callable[[], None]) -> float:
    times = []
    for repeat in range(REPEATS + 1):
        start, stop = cuda.event(), cuda.event()
        start.record()
        launch()
        stop.record()
        stop.synchronize()
        if repeat:
            times.append(1000 * cuda.event_elapsed_time(start, stop))
    return round(statistics.median(times), 1)


def by_the_clock(work: Callable[[], None]) -> float:
    times = []
    for repeat in range(4):
        cuda.synchronize()
        begun = time.perf_counter()
        work()
        cuda.synchronize()
        if repeat:
            times.append(1e6 * (time.perf_counter() - begun))
    return round(statistics.median(times), 1)


def bodies(count: int) -> dict[str, float]:
    rng = np.random.default_rng(15)
    x, y, mass = (cuda.to_device(rng.random(count, np.float32)) for _ in range(3))
    ax, ay = cuda.device_array(count, np.float32), cuda.device_array(count, np.float32)
    args = x, y, mass, np.float32(0.01), ax, ay
    return {
        kernel.py_func.__name__: microseconds(lambda kernel=kernel: kernel[count // BLOCK, BLOCK](*args))
        for kernel in (pull_alone, pull_tiled)
    }


def worlds(count: int) -> tuple[Any, ...]:
    rng = np.random.default_rng(count)
    state = np.stack([rng.integers(20, 90, count), rng.integers(-6, 3, count)]).astype(np.int32)
    rule = rng.integers(1, 13, count).astype(np.int32)
    return cuda.to_device(state), cuda.to_device(rule), cuda.to_device(np.zeros(count, np.int32))


def batch(count: int) -> dict[str, float]:
    """One launch of many steps."""
    state, rule, landed = worlds(count)
    blocks = math.ceil(count / BLOCK)
    took = microseconds(lambda: fly[blocks, BLOCK](state, rule, 60, STEPS, landed))
    return {"us": took, "million steps a second": round(count * STEPS / took, 1)}


def layouts(count: int) -> dict[str, float]:
    """One step a launch, so that reading and writing the state is most of it."""
    state, rule, landed = worlds(count)
    rows = cuda.to_device(np.ascontiguousarray(state.copy_to_host().T))
    blocks = math.ceil(count / BLOCK)
    return {
        "a column for each world": microseconds(lambda: fly[blocks, BLOCK](state, rule, 60, 1, landed)),
        "a row for each world": microseconds(lambda: fly_rows[blocks, BLOCK](rows, rule, 60, 1, landed)),
    }


def journeys(count: int) -> dict[str, float]:
    """A thousand steps: in one launch, in a thousand, and with the state on the host after each."""
    state, rule, landed = worlds(count)
    host = state.copy_to_host()
    blocks = math.ceil(count / BLOCK)

    def one() -> None:
        fly[blocks, BLOCK](state, rule, 60, STEPS, landed)

    def many() -> None:
        for _ in range(STEPS):
            fly[blocks, BLOCK](state, rule, 60, 1, landed)

    def through_the_host() -> None:
        for _ in range(STEPS):
            state.copy_to_device(host)
            fly[blocks, BLOCK](state, rule, 60, 1, landed)
            state.copy_to_host(host)

    return {work.__name__: by_the_clock(work) for work in (one, many, through_the_host)}


def main() -> None:
    table = {
        "card": str(cuda.get_current_device().name),
        "pull": {f"{count:,} bodies": bodies(count) for count in (4_096, 16_384, 65_536)},
        "1,000 steps": {f"{1 << power:,} worlds": batch(1 << power) for power in (0, 5, 10, 14, 16, 18, 20, 22)},
        "1 step of 16,777,216 worlds": layouts(1 << 24),
        "1,000 steps of 4,096 worlds, by the clock": journeys(4_096),
    }
    print(json.dumps(table, indent=1))


if __name__ == "__main__":
    main()
