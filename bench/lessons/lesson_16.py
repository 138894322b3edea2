"""Times what lesson 16 counts: running sums that spill, a local array that stays in memory, a power, an index.

    python bench/lessons/lesson_16.py          # needs an NVIDIA GPU with numba-cuda

Median of launches by CUDA events after a warm-up. Prints one table as JSON.
"""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Callable

import numpy as np
from numba import cuda, float32, uint32

THREADS = 1 << 19
BLOCK = 256
STEPS = 256
REPEATS = 9
ELEMENTS = 1 << 26


def sums(k: int, limit: int | None) -> Callable:
    """The kernel of the explorable: `k` running sums a thread, with at most `limit` registers."""

    def kernel(a, out):
        i = cuda.grid(1)
        acc = cuda.local.array(k, float32)
        for j in range(k):
            acc[j] = a[j]
        for t in range(a.size):
            x = a[t]
            for j in range(k):
                acc[j] = acc[j] * x + float32(1)
        total = float32(0)
        for j in range(k):
            total = total * total + acc[j]
        out[i] = total

    return cuda.jit(max_registers=limit)(kernel) if limit else cuda.jit(kernel)


@cuda.jit
def root_by_power(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] ** 0.5


@cuda.jit
def root(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = math.sqrt(a[i])


@cuda.jit
def signed_index(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * float32(0.1)


@cuda.jit
def unsigned_index(a, out):
    i = uint32(cuda.grid(1))
    if i < out.size:
        out[i] = a[i] * float32(0.1)


def milliseconds(kernel: Callable, a: np.ndarray, size: int) -> float:
    d_a, out = cuda.to_device(a), cuda.device_array(size, np.float32)
    kernel[size // BLOCK, BLOCK](d_a, out)
    start, stop, found = cuda.event(), cuda.event(), []
    for _ in range(REPEATS):
        start.record()
        kernel[size // BLOCK, BLOCK](d_a, out)
        stop.record()
        stop.synchronize()
        found.append(cuda.event_elapsed_time(start, stop))
    return round(statistics.median(found), 4)


def of_sums(k: int, limit: int | None) -> dict[str, float | int | None]:
    kernel = sums(k, limit)
    spent = milliseconds(kernel, np.full(STEPS, 0.5, np.float32), THREADS)
    (registers,) = kernel.get_regs_per_thread().values()
    (local,) = kernel.get_local_mem_per_thread().values()
    return {"sums": k, "limit": limit, "registers": registers, "local_bytes": local, "ms": spent}


def main() -> None:
    asked = [(32, None), (64, None), (64, 64), (64, 32), (128, None), (128, 64), (160, None), (224, None)]
    a = np.random.default_rng(1).random(ELEMENTS, np.float32)
    kernels = {k.py_func.__name__: k for k in (root_by_power, root, signed_index, unsigned_index)}
    report = {
        "threads": THREADS,
        "steps": STEPS,
        "sums": [of_sums(k, limit) for k, limit in asked],
        "elements": ELEMENTS,
        "kernels_ms": {name: milliseconds(kernel, a, ELEMENTS) for name, kernel in kernels.items()},
    }
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
