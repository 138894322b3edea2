"""Times what lesson 1 compares: one core, one thread of a GPU, many threads, and the way there and back.

    python bench/lessons/lesson_01.py

Needs an NVIDIA GPU with numba-cuda. A million products by CUDA events, median of 15 launches, or of 3 with few threads,
and a cold L2 cache each time; copies and the CPU by its own clock, median of 15. Prints one table as JSON, in µs.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable

import numpy as np
from numba import cuda, int32, njit, void

LINES = 1_000_000
REPEATS = 15
FLUSH_BYTES = 256 << 20  # larger than the L2 of any GPU so far
INTS = int32[::1]
LAUNCHES = ((1, 1), (1, 16), (1, 32), (1, 256), (1, 1_024), (64, 256), (132, 1_024), (3_907, 256))


@cuda.jit(void(INTS, INTS, INTS))
def amounts(price, quantity, amount):
    first = cuda.grid(1)
    step = cuda.gridsize(1)
    for i in range(first, amount.size, step):
        amount[i] = price[i] * quantity[i]


@cuda.jit(void(INTS))
def flush(trash):
    i = cuda.grid(1)
    if i < trash.size:
        trash[i] += 1


@njit
def amounts_on_a_core(price, quantity, amount):
    for i in range(amount.size):
        amount[i] = price[i] * quantity[i]


def on_gpu(launch: Callable[[], None], repeats: int) -> float:
    trash = cuda.to_device(np.zeros(FLUSH_BYTES // 4, np.int32))
    times = []
    for repeat in range(repeats + 1):
        flush[trash.size // 256, 256](trash)
        start, stop = cuda.event(), cuda.event()
        start.record()
        launch()
        stop.record()
        stop.synchronize()
        if repeat:
            times.append(1_000 * cuda.event_elapsed_time(start, stop))
    return statistics.median(times)


def on_host(work: Callable[[], object]) -> float:
    times = []
    for repeat in range(REPEATS + 1):
        begun = time.perf_counter()
        work()
        cuda.synchronize()
        if repeat:
            times.append(1e6 * (time.perf_counter() - begun))
    return statistics.median(times)


def main() -> None:
    rng = np.random.default_rng(1)
    price, quantity = (rng.integers(1, most, LINES).astype(np.int32) for most in (10_000, 100))
    amount = np.zeros(LINES, np.int32)
    d_price, d_quantity, d_amount = map(cuda.to_device, (price, quantity, amount))
    table = {}
    for grid, block in LAUNCHES:
        launch = amounts[grid, block]
        repeats = REPEATS if grid * block > 100 else 3
        table[f"kernel [{grid}, {block}]"] = on_gpu(
            lambda launch=launch: launch(d_price, d_quantity, d_amount), repeats
        )
    assert np.array_equal(d_amount.copy_to_host(), price * quantity)
    table["one core of the CPU, compiled"] = on_host(lambda: amounts_on_a_core(price, quantity, amount))
    table["NumPy"] = on_host(lambda: np.multiply(price, quantity, out=amount))
    table["copy in, pageable"] = on_host(lambda: (d_price.copy_to_device(price), d_quantity.copy_to_device(quantity)))
    table["copy out, pageable"] = on_host(lambda: d_amount.copy_to_host(amount))
    pinned = [cuda.pinned_array(LINES, np.int32) for _ in range(3)]
    table["copy in, pinned"] = on_host(
        lambda: (d_price.copy_to_device(pinned[0]), d_quantity.copy_to_device(pinned[1]))
    )
    table["copy out, pinned"] = on_host(lambda: d_amount.copy_to_host(pinned[2]))
    print(json.dumps({name: round(us, 2) for name, us in table.items()}, indent=1))


if __name__ == "__main__":
    main()
