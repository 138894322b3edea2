"""Times what lesson 17 says about timing: mistakes of measuring, each beside its correction.

    python bench/lessons/lesson_17.py          # needs an NVIDIA GPU with numba-cuda

Microseconds. Prints one table as JSON.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda

BLOCK = 256
FLUSH = (256 << 20) // 4  # float32 values, more than the L2 of any GPU so far
MILLION = 1 << 20


def fresh() -> Any:
    """The kernel anew, so that it has to be compiled."""

    @cuda.jit
    def saxpy(x, y):
        i = cuda.grid(1)
        if i < y.size:
            y[i] = 2 * x[i] + y[i]

    return saxpy


@cuda.jit
def copied(a, out):
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        out[i] = a[i]


@cuda.jit
def overwrite(trash):
    for i in range(cuda.grid(1), trash.size, cuda.gridsize(1)):
        trash[i] = i


@cuda.jit
def delay(microseconds):
    """Keeps the device busy and its cache as it is, so that what follows is queued before it begins."""
    for _ in range(microseconds):
        cuda.nanosleep(1000)


def on_host(work: Callable[[], object], *, wait: bool) -> float:
    cuda.synchronize()
    start = time.perf_counter()
    work()
    if wait:
        cuda.synchronize()
    return 1e6 * (time.perf_counter() - start)


def by_events(work: Callable[[], object], before: Callable[[], object] = lambda: None, times: int = 1) -> float:
    start, end = cuda.event(), cuda.event()
    before()
    start.record()
    for _ in range(times):
        work()
    end.record()
    end.synchronize()
    return 1000 * cuda.event_elapsed_time(start, end) / times


def median(measure: Callable[[], float], repeats: int = 50) -> float:
    return statistics.median(measure() for _ in range(repeats))


def spread(times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    at = {f"p{p}": ordered[len(ordered) * p // 100] for p in (1, 5, 25, 50, 75, 95, 99)}
    return {"min": ordered[0], **at, "max": ordered[-1], "mean": statistics.fmean(ordered)}


def waiting() -> dict[str, object]:
    kernel, x, y = fresh(), cuda.device_array(64 * MILLION, np.float32), cuda.device_array(64 * MILLION, np.float32)
    grid = y.size // BLOCK

    def work() -> None:
        kernel[grid, BLOCK](x, y)

    first = on_host(work, wait=True)
    return {
        "floats": y.size,
        "first launch, host waits": first,
        "second launch, host waits": on_host(work, wait=True),
        "host does not wait": median(lambda: on_host(work, wait=False)),
        "host waits": median(lambda: on_host(work, wait=True)),
        "events": median(lambda: by_events(work)),
        "host arrays, host waits": median(lambda: on_host(_with_host_arrays(kernel, grid), wait=True), 3),
    }


def _with_host_arrays(kernel: Any, grid: int) -> Callable[[], None]:
    x, y = np.ones(64 * MILLION, np.float32), np.ones(64 * MILLION, np.float32)
    return lambda: kernel[grid, BLOCK](x, y)


def short() -> dict[str, object]:
    """One launch between two events, and many."""
    kernel, x, y = fresh(), cuda.device_array(MILLION, np.float32), cuda.device_array(MILLION, np.float32)

    def work() -> None:
        kernel[MILLION // BLOCK, BLOCK](x, y)

    work()
    counted = {str(n): median(lambda n=n: by_events(work, times=n)) for n in (1, 2, 5, 10, 20, 50, 100)}
    behind = {str(n): median(lambda n=n: by_events(work, lambda: delay[1, 1](800), times=n)) for n in (1, 20)}
    return {"floats": MILLION, "for each launch, so many between two events": counted, "behind other work": behind}


def cached() -> list[dict[str, object]]:
    """A copy of so many MB, again and again, and after the cache was overwritten."""
    trash = cuda.device_array(FLUSH, np.float32)
    rows: list[dict[str, object]] = []
    for megabytes in (1, 2, 4, 8, 12, 16, 24, 32, 64, 128, 512):
        size = megabytes * 1_000_000 // 4
        a, out = cuda.to_device(np.ones(size, np.float32)), cuda.device_array(size, np.float32)

        def work(a: Any = a, out: Any = out) -> None:
            copied[1056, BLOCK](a, out)

        def driver(a: Any = a, out: Any = out) -> None:
            out.copy_to_device(a)

        for name, what in (("kernel", work), ("driver", driver)):
            what()
            again = median(lambda what=what: by_events(what, lambda: delay[1, 1](800), times=20), 20)
            cold = median(lambda what=what: by_events(what, lambda: overwrite[1024, BLOCK](trash)), 20)
            rates = {"again GB/s": 2e-3 * a.nbytes / again, "cold GB/s": 2e-3 * a.nbytes / cold}
            rows.append({"copy by": name, "MB": megabytes, "again": again, "cold": cold, **rates})
    return rows


def spreads() -> dict[str, object]:
    x, y = cuda.device_array(MILLION, np.float32), cuda.device_array(MILLION, np.float32)
    trash, kernel = cuda.device_array(FLUSH, np.float32), fresh()

    def work() -> None:
        kernel[MILLION // BLOCK, BLOCK](x, y)

    work()
    return {
        "host waits, 2,000 launches": spread([on_host(work, wait=True) for _ in range(2_000)]),
        "events, 2,000 launches": spread([by_events(work) for _ in range(2_000)]),
        "events, cold, 1,000 launches": spread(
            [by_events(work, lambda: overwrite[1024, BLOCK](trash)) for _ in range(1_000)]
        ),
    }


def main() -> None:
    overwrite[1, 32](cuda.device_array(32, np.float32))
    delay[1, 1](1)
    copied[1, 32](cuda.device_array(32, np.float32), cuda.device_array(32, np.float32))
    table = {"waiting": waiting(), "short": short(), "cached": cached(), "spread": spreads()}
    print(json.dumps(table, indent=1))


if __name__ == "__main__":
    main()
