"""Times what lesson 9 counts: bias and GELU in nine kernels and in one, a sum, and forty launches of next to nothing.

Why one kernel gains less than its bytes say: each of the nine passes alone, with nothing left in a cache; the same
one pass with less arithmetic, with shorter index arithmetic, with none at all, and with four elements for each thread.

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
from numba import cuda, float32, uint32

ROOT = Path(__file__).parents[2]
REPEATS = 15
FLUSH_BYTES = 256 << 20  # larger than the L2 of any GPU so far
SIDE = 4_096
ROWS_OF_A_THREAD = 4
SCALE, CUBIC, HALF, ONE = (float32(number) for number in (0.7978845608, 0.044715, 0.5, 1.0))
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


@cuda.jit(device=True)
def gelu_of(v):
    inner = SCALE * (v + CUBIC * v * v * v)
    return HALF * v * (ONE + math.tanh(inner))


@cuda.jit
def bias_relu(x, bias, out):
    column, row = cuda.grid(2)
    if row < out.shape[0] and column < out.shape[1]:
        out[row, column] = max(x[row, column] + bias[column], float32(0))


@cuda.jit
def copy(x, out):
    column, row = cuda.grid(2)
    if row < out.shape[0] and column < out.shape[1]:
        out[row, column] = x[row, column]


@cuda.jit
def unsigned(x, bias, out):
    column, row = cuda.grid(2)
    c, r = uint32(column), uint32(row)
    if r < out.shape[0] and c < out.shape[1]:
        out[r, c] = gelu_of(x[r, c] + bias[c])


@cuda.jit
def four_rows(x, bias, out):
    """All four loads are begun before the first store, which might change what is loaded after it."""
    column, first = cuda.grid(2)
    row = ROWS_OF_A_THREAD * first
    if row + 3 < out.shape[0] and column < out.shape[1]:
        b = bias[column]
        v0 = x[row, column] + b
        v1 = x[row + 1, column] + b
        v2 = x[row + 2, column] + b
        v3 = x[row + 3, column] + b
        out[row, column] = gelu_of(v0)
        out[row + 1, column] = gelu_of(v1)
        out[row + 2, column] = gelu_of(v2)
        out[row + 3, column] = gelu_of(v3)


@cuda.jit
def four_rows_relu(x, bias, out):
    column, first = cuda.grid(2)
    row = ROWS_OF_A_THREAD * first
    if row + 3 < out.shape[0] and column < out.shape[1]:
        b = bias[column]
        v0 = x[row, column] + b
        v1 = x[row + 1, column] + b
        v2 = x[row + 2, column] + b
        v3 = x[row + 3, column] + b
        out[row, column] = max(v0, float32(0))
        out[row + 1, column] = max(v1, float32(0))
        out[row + 2, column] = max(v2, float32(0))
        out[row + 3, column] = max(v3, float32(0))


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


def passes(x: Any, bias: Any, v: Any, a: Any, b: Any, out: Any) -> dict[str, Callable[[], None]]:
    """The nine passes of the text. Arrays are used again where PyTorch would take new ones from its pool."""
    plane = (SIDE // 32, SIDE // 8), (32, 8)
    line = SIDE * SIDE // 256, 256
    f_v, f_a, f_b, f_out = (array.reshape(SIDE * SIDE) for array in (v, a, b, out))
    return {
        "x + bias": lambda: add_row[plane](x, bias, v),
        "v ** 3": lambda: cube[line](f_v, f_a),
        "0.044715 *": lambda: scale[line](f_a, float32(0.044715), f_b),
        "v +": lambda: add[line](f_v, f_b, f_a),
        "0.7978845608 *": lambda: scale[line](f_a, float32(0.7978845608), f_b),
        "0.5 * v": lambda: scale[line](f_v, float32(0.5), f_a),
        "tanh": lambda: tanh[line](f_b, f_out),
        "1 +": lambda: add_number[line](f_out, float32(1), f_b),
        "the last product": lambda: multiply[line](f_a, f_b, f_out),
    }


def gelu(rng: np.random.Generator) -> dict[str, float]:
    x, bias = matrix(rng)
    v, a, b, out = (cuda.device_array((SIDE, SIDE), np.float32) for _ in range(4))
    separate = passes(x, bias, v, a, b, out)

    def nine() -> None:
        for one in separate.values():
            one()

    nine()  # compiles
    table = {"bias and GELU, nine kernels": on_gpu(nine)}
    alone = {f"alone: {name}": on_gpu(one) for name, one in separate.items()}
    nine()  # the passes alone have changed each other's arrays
    once = fused(x, bias, out)
    return table | once | alone | {"the nine alone, together": sum(alone.values())}


def matrix(rng: np.random.Generator) -> tuple[Any, Any]:
    x, bias = rng.normal(0, 1, (SIDE, SIDE)), rng.normal(0, 1, SIDE)
    return cuda.to_device(x.astype(np.float32)), cuda.to_device(bias.astype(np.float32))


def fused(x: Any, bias: Any, wanted: Any) -> dict[str, float]:
    """One pass, as learners write it and in other forms. What computes GELU is held against the nine passes."""
    own = runpy.run_path(str(ROOT / "kernels" / "bias-gelu" / "solution.py"))["bias_gelu"]
    out, right = cuda.device_array_like(x), wanted.copy_to_host()
    plane, block = (SIDE // 32, SIDE // 8), (32, 8)
    fewer = SIDE // 32, SIDE // (8 * ROWS_OF_A_THREAD)
    table = {}
    for name, kernel, grid in (
        ("bias and GELU, one kernel", own, plane),
        ("bias and GELU, one kernel, unsigned indices", unsigned, plane),
        ("bias and GELU, one kernel, four rows a thread", four_rows, fewer),
    ):
        table[name] = on_gpu(lambda kernel=kernel, grid=grid: kernel[grid, block](x, bias, out))
        assert np.allclose(out.copy_to_host(), right, rtol=1e-4, atol=1e-5), name
    table["bias and ReLU, one kernel"] = on_gpu(lambda: bias_relu[plane, block](x, bias, out))
    table["bias and ReLU, one kernel, four rows a thread"] = on_gpu(lambda: four_rows_relu[fewer, block](x, bias, out))
    table["copy, one kernel"] = on_gpu(lambda: copy[plane, block](x, out))
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

    return {
        "one launch on 1,000": on_host(lambda: one(a, float32(1), a)),
        "one launch on 1,000, on the device": on_gpu(lambda: one(a, float32(1), a)),
        "forty launches on 1,000": on_host(many),
    }


def main() -> None:
    rng = np.random.default_rng(1)
    table = gelu(rng) | sums(rng) | launches(rng)
    print(json.dumps({name: round(value, 2) for name, value in table.items()}, indent=1))


if __name__ == "__main__":
    main()
