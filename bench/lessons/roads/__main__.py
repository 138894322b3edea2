"""Times the same two pieces of work on several roads: bias with GELU, and softmax over rows, in float32.

    python -m bench.lessons.roads

Needs an NVIDIA GPU with numba-cuda; PyTorch, Triton, CuPy and JAX are measured where they are installed. Each result
is held against NumPy's in float64 first. A time is that of one run of twenty in a row, by the host's clock:
(time of 21 runs - time of one) / 20, median of 9. Arrays are larger than the L2 cache, so that each run reads memory.
Prints one table as JSON, times in µs, with the versions of what was measured.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from bench.lessons.roads import work

RUNS, REPEATS = 20, 9
MODULES = ("with_numba", "with_pytorch", "with_triton", "with_cupy", "with_jax")
PACKAGES = ("numba-cuda", "torch", "triton", "cupy-cuda13x", "jax", "numpy")


def timed(run: Callable[[], Any], wait: Callable[[], object]) -> float:
    """One run of many in a row, µs."""

    def spent(runs: int) -> float:
        begun = time.perf_counter()
        for _ in range(runs):
            run()
        wait()
        return time.perf_counter() - begun

    spent(3)
    return statistics.median(1e6 * (spent(RUNS + 1) - spent(1)) / RUNS for _ in range(REPEATS))


def measured(road: work.Road, x: Any, bias: Any) -> dict[str, float]:
    right = {"gelu": work.gelu(x[: work.CHECKED], bias), "softmax": work.softmax(x[: work.CHECKED])}
    table = {}
    for name, expected in right.items():
        if run := getattr(road, name):
            np.testing.assert_allclose(road.host(run()), expected, rtol=2e-3, atol=2e-6)
            table[name] = round(timed(run, road.wait), 1)
    return table


def version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def main() -> None:
    rng = np.random.default_rng(1)
    x = rng.normal(0, 1, (work.ROWS, work.COLUMNS)).astype(np.float32)
    bias = rng.normal(0, 1, work.COLUMNS).astype(np.float32)
    table: dict[str, Any] = {"rows": work.ROWS, "columns": work.COLUMNS}
    table["versions"] = {package: version(package) for package in PACKAGES}
    for name in MODULES:
        try:
            module = importlib.import_module(f"bench.lessons.roads.{name}")
        except ImportError as error:
            table[name] = f"not measured: {error}"
            continue
        table |= {road.name: measured(road, x, bias) for road in module.roads(x, bias)}
    print(json.dumps(table, indent=1))


main()
