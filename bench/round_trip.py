"""Times what lesson 5 says of copies: pageable and pinned memory, and a launch with NumPy arrays. Needs an NVIDIA GPU.

    python bench/round_trip.py

Medians of 9 by the host's clock, each between two waits for the device. Results: docs/benchmarks.md.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import numpy as np
from numba import cuda

FLOATS = 16_777_216
BLOCK = 256
REPEATS = 9


@cuda.jit
def double(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = 2 * a[i]


def timed(name: str, work: Callable[[], object]) -> None:
    work()  # what is made at the first call is not to be timed
    milliseconds = []
    for _ in range(REPEATS):
        cuda.synchronize()
        started = time.perf_counter()
        work()
        cuda.synchronize()
        milliseconds.append(1e3 * (time.perf_counter() - started))
    print(f"{name:<28} {statistics.median(milliseconds):8.2f} ms")


def main() -> None:
    a = np.random.default_rng(1).random(FLOATS, np.float32)
    pinned, out = cuda.pinned_array(FLOATS, np.float32), np.empty_like(a)
    pinned[:] = a
    d_a, d_out = cuda.to_device(a), cuda.device_array(FLOATS, np.float32)
    launch = double[(FLOATS + BLOCK - 1) // BLOCK, BLOCK]
    timed("kernel", lambda: launch(d_a, d_out))
    timed("copy in, pageable", lambda: d_a.copy_to_device(a))
    timed("copy in, pinned", lambda: d_a.copy_to_device(pinned))
    timed("copy out, pageable", lambda: d_out.copy_to_host(out))
    timed("copy out, pinned", lambda: d_out.copy_to_host(pinned))
    timed("launch with NumPy arrays", lambda: launch(a, out))


if __name__ == "__main__":
    main()
