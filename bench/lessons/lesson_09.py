"""Times what lesson 9 counts: bias and GELU in nine kernels and in one, a sum, and forty launches of next to nothing.

    python bench/lessons/lesson_09.py

Needs an NVIDIA GPU with numba-cuda. Kernels by CUDA events, median of 15 with a cold L2 cache; launches by the host's
clock, median of 15. The nine kernels do what PyTorch's operators do one by one, each written with Numba. Prints one
table as JSON, in µs.
"""

from __future__ import annotations

import json
import math
import runpy
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numba import cuda, float32

ROOT = Path(__file__).parents[2]
REPEATS = 15
FLUSH_BYTES = 256 << 20  # larger than the L2 of any GPU so far
SIDE = 4_096
SUM = 1_000_000
TINY = 1_000
LAUNCHES = 40


@cuda.jit
def add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]


@cuda.jit
def add_row(a, row, out):
    column, y = cuda.grid(2)
    if y < out.shape[0] and column < out.shape[1]:
        out[y, column] = a[y, column] + row[column]


@cuda.jit
def multiply(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * b[i]


@cuda.jit
def scale(a, factor, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * factor


@cuda.jit
def add_number(a, number, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + number


@cuda.jit
def cube(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * a[i] * a[i]


@cuda.jit
def tanh(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = math.tanh(a[i])


def on_gpu(launch: Callable[[], object]) -> float:
    trash = cuda.to_device(np.zeros(FLUSH_BYTES // 4, np.float32))
    times = []
    for repeat in range(REPEATS + 1):
        add_number[trash.size // 256, 256](trash, float32(1), trash)
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
        cuda.synchronize()
        begun = time.perf_counter()
        work()
        cuda.synchronize()
        if repeat:
            times.append(1e6 * (time.perf_counter() - begun))
    return statistics.median(times)


def separately(x: Any, bias: Any, v: Any, a: Any, b: Any, out: Any) -> Callable[[], None]:
    """The nine passes of the text. Arrays are used again where PyTorch would take new ones from its pool."""
    plane = (SIDE // 32, SIDE // 8), (32, 8)
    line = SIDE * SIDE // 256, 256
    f_v, f_a, f_b, f_out = (array.reshape(SIDE * SIDE) for array in (v, a, b, out))

    def nine() -> None:
        add_row[plane](x, bias, v)
        cube[line](f_v, f_a)
        scale[line](f_a, float32(0.044715), f_b)
        add[line](f_v, f_b, f_a)
        scale[line](f_a, float32(0.7978845608), f_b)
        scale[line](f_v, float32(0.5), f_a)
        tanh[line](f_b, f_out)
        add_number[line](f_out, float32(1), f_b)
        multiply[line](f_a, f_b, f_out)

    return nine


def gelu(rng: np.random.Generator) -> dict[str, float]:
    fused = runpy.run_path(str(ROOT / "kernels" / "bias-gelu" / "solution.py"))["bias_gelu"]
    x = cuda.to_device(rng.normal(0, 1, (SIDE, SIDE)).astype(np.float32))
    bias = cuda.to_device(rng.normal(0, 1, SIDE).astype(np.float32))
    v, a, b, out, once = (cuda.device_array((SIDE, SIDE), np.float32) for _ in range(5))
    nine = separately(x, bias, v, a, b, out)
    table = {"bias and GELU, nine kernels": on_gpu(nine)}
    table["bias and GELU, one kernel"] = on_gpu(lambda: fused[(SIDE // 32, SIDE // 8), (32, 8)](x, bias, once))
    assert np.allclose(out.copy_to_host(), once.copy_to_host(), rtol=1e-4, atol=1e-5)
    return table


def sums(rng: np.random.Generator) -> dict[str, float]:
    a, b = (cuda.to_device(rng.random(SUM, np.float32)) for _ in range(2))
    out = cuda.device_array_like(a)
    blocks = math.ceil(SUM / 256)
    kernel = on_gpu(lambda: add[blocks, 256](a, b, out))
    return {
        "sum of 1,000,000": kernel,
        "sum of 1,000,000, by the host's clock": on_host(lambda: add[blocks, 256](a, b, out)),
    }


def launches(rng: np.random.Generator) -> dict[str, float]:
    a = cuda.to_device(rng.random(TINY, np.float32))
    one = scale[math.ceil(TINY / 256), 256]

    def many() -> None:
        for _ in range(LAUNCHES):
            one(a, float32(1), a)

    return {"one launch on 1,000": on_host(lambda: one(a, float32(1), a)), "forty launches on 1,000": on_host(many)}


def main() -> None:
    rng = np.random.default_rng(1)
    table = gelu(rng) | sums(rng) | launches(rng)
    print(json.dumps({name: round(value, 2) for name, value in table.items()}, indent=1))


if __name__ == "__main__":
    main()
