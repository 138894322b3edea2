"""Times what lesson 18 says: many launches against one graph, a grid barrier against a second launch, and how much a
kernel gains by what tile languages do for it: several elements a thread, and a row that is read once.

    python bench/lessons/lesson_18.py          # needs an NVIDIA GPU with numba-cuda and cuda.core

Microseconds. Prints one table as JSON.
"""

from __future__ import annotations

import json
import math
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from cuda.core import Device, LaunchConfig, Program, ProgramOptions, launch
from numba import cuda, float32

SPIN = """
extern "C" __global__ void spin(long long cycles) {
  long long start = clock64();
  while (clock64() - start < cycles) {}
}
"""
REPEATS = 31
MILLION = 1 << 20
BLOCK = 256
ROWS, COLUMNS = 32_768, 2_048  # as in roads: 256 MiB, larger than any L2 cache
WARPS = BLOCK // 32
KEPT = COLUMNS // BLOCK  # elements of a row that a thread keeps


@cuda.jit
def tick(cycles):
    for _ in range(cycles):
        cuda.nanosleep(1)


@cuda.jit
def partials(a, sums):
    total = np.float32(0)
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        total += a[i]
    cuda.atomic.add(sums, cuda.blockIdx.x, total)


@cuda.jit
def divided(a, sums, out):
    total = np.float32(0)
    for block in range(cuda.gridDim.x):
        total += sums[block]
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        out[i] = a[i] / total


@cuda.jit
def together(a, sums, out):
    total = np.float32(0)
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        total += a[i]
    cuda.atomic.add(sums, cuda.blockIdx.x, total)
    cuda.cg.this_grid().sync()
    total = np.float32(0)
    for block in range(cuda.gridDim.x):
        total += sums[block]
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        out[i] = a[i] / total


def median(work: Callable[[], object], wait: Callable[[], object]) -> float:
    times = []
    for _ in range(REPEATS):
        wait()
        start = time.perf_counter()
        work()
        wait()
        times.append(1e6 * (time.perf_counter() - start))
    return statistics.median(times[1:])


def graphs() -> list[dict[str, object]]:
    """So many kernels in a row, each of about so many cycles: launched one by one, and as one graph."""
    device = Device()
    device.set_current()
    stream = device.create_stream()
    options = ProgramOptions(arch=f"sm_{device.arch}")
    kernel = Program(SPIN, code_type="c++", options=options).compile("cubin").get_kernel("spin")
    config = LaunchConfig(grid=1, block=32)
    sizes = [(cycles, count) for cycles in (0, 2_000, 4_000, 10_000, 40_000) for count in (1, 2, 5, 10, 20, 100)]
    return [{"cycles": size[0], **_both(stream, kernel, config, np.int64(size[0]), size[1])} for size in sizes]


def _both(stream: Any, kernel: Any, config: Any, cycles: np.int64, count: int) -> dict[str, object]:
    def loop(where: Any = stream) -> None:
        for _ in range(count):
            launch(where, config, kernel, cycles)

    began = time.perf_counter()
    builder = stream.create_graph_builder()
    builder.begin_building()
    loop(builder)
    graph = builder.end_building().complete()
    built = 1e6 * (time.perf_counter() - began)
    graph.upload(stream)
    loop()
    queued = median(loop, stream.sync)
    started = time.perf_counter()
    loop()
    handed = 1e6 * (time.perf_counter() - started)
    whole = median(lambda: graph.launch(stream), stream.sync)
    return {"kernels": count, "loop": queued, "loop, host alone": handed, "graph": whole, "building the graph": built}


def numba_loops() -> list[dict[str, object]]:
    tick[1, 32](1)
    rows: list[dict[str, object]] = []
    for count in (1, 10, 20, 100):

        def loop(count: int = count) -> None:
            for _ in range(count):
                tick[1, 32](1)

        rows.append({"kernels": count, "loop in numba": median(loop, cuda.synchronize)})
    return rows


def numba_graphs() -> list[dict[str, object]]:
    """Numba's own kernels, recorded into a graph of cuda.core."""
    device = Device()
    device.set_current()
    stream = device.create_stream()
    tick[1, 32](1)
    cuda.synchronize()
    rows: list[dict[str, object]] = []
    for count in (1, 10, 20, 100):
        began = time.perf_counter()
        builder = stream.create_graph_builder()
        builder.begin_building()
        for _ in range(count):
            tick[1, 32, builder](1)
        graph = builder.end_building().complete()
        built = 1e6 * (time.perf_counter() - began)
        whole = median(lambda graph=graph: graph.launch(stream), stream.sync)
        rows.append({"kernels": count, "graph": whole, "building the graph": built})
    return rows


def barriers() -> dict[str, object]:
    """Two phases in one launch with a barrier of the grid, and in two launches."""
    a = cuda.to_device(np.ones(MILLION, np.float32))
    out, rows = cuda.device_array_like(a), {}
    for blocks in (132, 264, 528):
        sums = cuda.to_device(np.zeros(blocks, np.float32))

        def two(sums: Any = sums, blocks: int = blocks) -> None:
            partials[blocks, BLOCK](a, sums)
            divided[blocks, BLOCK](a, sums, out)

        def one(sums: Any = sums, blocks: int = blocks) -> None:
            together[blocks, BLOCK](a, sums, out)

        two()
        one()
        rows[str(blocks)] = {"two launches": _events(two), "one with a barrier": _events(one)}
    return {"floats": MILLION, "by blocks": rows}


def gelu_with(each: int) -> Any:
    """Bias and GELU, where a thread takes so many elements of a column: it loads all of them before it stores one."""

    @cuda.jit
    def bias_gelu(x, bias, out):
        column, first = cuda.grid(2)
        step = cuda.gridDim.y * cuda.blockDim.y
        mine = cuda.local.array(each, float32)
        for k in range(each):
            mine[k] = x[first + k * step, column]
        for k in range(each):
            v = mine[k] + bias[column]
            inner = float32(0.7978845608) * (v + float32(0.044715) * v * v * v)
            out[first + k * step, column] = float32(0.5) * v * (float32(1) + math.tanh(inner))

    return bias_gelu


@cuda.jit
def softmax_kept(a, out):
    """A block for a row of COLUMNS elements. Its threads keep what they have read, and nothing is read twice."""
    warps = cuda.shared.array(WARPS, float32)
    t, row = cuda.threadIdx.x, cuda.blockIdx.x
    mine = cuda.local.array(KEPT, float32)
    highest = float32(-math.inf)
    for k in range(KEPT):
        mine[k] = a[row, t + k * BLOCK]
    for k in range(KEPT):
        highest = max(highest, mine[k])
    for lane in (16, 8, 4, 2, 1):
        highest = max(highest, cuda.shfl_xor_sync(0xFFFFFFFF, highest, lane))
    if t % 32 == 0:
        warps[t // 32] = highest
    cuda.syncthreads()
    for warp in range(WARPS):
        highest = max(highest, warps[warp])
    cuda.syncthreads()
    total = float32(0)
    for k in range(KEPT):
        mine[k] = math.exp(mine[k] - highest)
        total += mine[k]
    for lane in (16, 8, 4, 2, 1):
        total += cuda.shfl_xor_sync(0xFFFFFFFF, total, lane)
    if t % 32 == 0:
        warps[t // 32] = total
    cuda.syncthreads()
    total = float32(0)
    for warp in range(WARPS):
        total += warps[warp]
    for k in range(KEPT):
        out[row, t + k * BLOCK] = mine[k] / total


def tiles() -> dict[str, object]:
    """In Numba what a tile language does: GELU by elements a thread, and softmax with a row that stays in registers."""
    x = np.random.default_rng(1).normal(0, 1, (ROWS, COLUMNS)).astype(np.float32)
    bias = np.random.default_rng(2).normal(0, 1, COLUMNS).astype(np.float32)
    d_x, d_bias = cuda.to_device(x), cuda.to_device(bias)
    out = cuda.device_array_like(d_x)
    gelus = {}
    for each in (1, 2, 4, 8):
        kernel, grid = gelu_with(each), (COLUMNS // 32, ROWS // 8 // each)

        def gelu(kernel: Any = kernel, grid: tuple[int, int] = grid) -> None:
            kernel[grid, (32, 8)](d_x, d_bias, out)

        gelu()
        _close(out, lambda rows: _gelu(rows + bias), x)
        gelus[str(each)] = _events(gelu)
    softmax_kept[ROWS, BLOCK](d_x, out)
    _close(out, _softmax, x)
    kept = _events(lambda: softmax_kept[ROWS, BLOCK](d_x, out))
    return {"rows": ROWS, "columns": COLUMNS, "gelu by elements a thread": gelus, "softmax, row kept": kept}


def _close(out: Any, right: Callable[[Any], Any], x: Any, rows: int = 64) -> None:
    np.testing.assert_allclose(out[-rows:].copy_to_host(), right(x[-rows:].astype(np.float64)), rtol=2e-3, atol=2e-6)


def _gelu(v: Any) -> Any:
    return 0.5 * v * (1 + np.tanh(0.7978845608 * (v + 0.044715 * v**3)))


def _softmax(rows: Any) -> Any:
    powers = np.exp(rows - rows.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def _events(work: Callable[[], object], times: int = 20) -> float:
    found = []
    for _ in range(REPEATS):
        start, end = cuda.event(), cuda.event()
        start.record()
        for _ in range(times):
            work()
        end.record()
        end.synchronize()
        found.append(1000 * cuda.event_elapsed_time(start, end) / times)
    return statistics.median(found)


def main() -> None:
    print(
        json.dumps({each.__name__: each() for each in (barriers, tiles, numba_loops, numba_graphs, graphs)}, indent=1)
    )


if __name__ == "__main__":
    main()
