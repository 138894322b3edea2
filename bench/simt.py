"""The interpreter side by side with numba's simulator, numba on the CPU and NumPy, in one run.

    .venv/bin/python -m bench.simt [--full] [--only NAME ...]

The simulator starts a Python thread for every thread of the grid, some thousand a second. Where the full size would
take it more than about twenty seconds, it runs the same kernel on a smaller one, and its time is scaled by thread-steps
(threads times the rounds of their loops); with --full it runs all of it. Our own times are medians of launches from
source to report; "first" has a source never seen before, the others one that was compiled before. Times are the
processor's, so that neighbours on the machine do not count; the simulator's is that or the clock's, the shorter. A
wrong output ends the run. The result is printed and kept in bench/results/simt.json.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import statistics
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
from numba import cuda

from app.simt import Checks, launch
from bench import simt_ceilings as ceilings
from bench import simt_kernels as kernels

RESULT = Path(__file__).resolve().parent / "results/simt.json"
SECONDS = 1.0  # how long each of our own figures is measured for, at least three launches
Arguments = list[object]


@dataclass(frozen=True, slots=True)
class Work:
    """A kernel, and the sizes it is measured at. `simulated` is the simulator's size unless all of it is to run."""

    kernel: kernels.Kernel
    size: int
    simulated: int
    make: Callable[[int], Arguments]
    grid: Callable[[int], tuple[int, ...]]
    block: tuple[int, ...]
    grows: bool = False  # the rounds of a thread's loops, with the size

    @property
    def name(self) -> str:
        return self.kernel.__name__

    def steps(self, size: int) -> float:
        """Threads times the rounds that a thread's loops make, but for a factor that is the same at every size."""
        return math.prod(self.grid(size)) * math.prod(self.block) * (size if self.grows else 1)


def _floats(*shape: int) -> np.ndarray:
    return np.random.default_rng(math.prod(shape)).random(shape, np.float32)


def _square(make: Callable[[int], Arguments]) -> Callable[[int], Arguments]:
    return lambda n: [*make(n), np.zeros((n, n), np.float32)]


def _lines(n: int) -> tuple[int, ...]:
    return (n // 256,)


def _tiles(n: int) -> tuple[int, ...]:
    return (n // 16, n // 16)


def _vectors(n: int) -> Arguments:
    return [_floats(n), _floats(n)[::-1].copy(), np.zeros(n, np.float32)]


def _values(n: int) -> Arguments:
    return [np.random.default_rng(0).integers(0, 256, n).astype(np.int32), np.zeros(256, np.int32)]


WORK = (
    Work(kernels.vector_add, 65_536, 16_384, _vectors, _lines, (256,)),
    Work(kernels.saxpy, 65_536, 65_536, lambda n: [2.5, *_vectors(n)], lambda n: (n // 2048,), (256,)),
    Work(kernels.product, 128, 32, _square(lambda n: [_floats(n, n), _floats(n, n).T.copy()]), _tiles, (16, 16), True),
    Work(kernels.transpose, 256, 96, _square(lambda n: [_floats(n, n)]), _tiles, (16, 16)),
    Work(kernels.histogram, 65_536, 4_096, _values, _lines, (256,)),
    Work(kernels.reduction, 65_536, 4_096, lambda n: [_floats(n), np.zeros(n // 256, np.float32)], _lines, (256,)),
    Work(kernels.softmax, 64, 4, lambda n: [_floats(n, 1024), np.zeros((n, 1024), np.float32)], lambda n: (n,), (256,)),
    Work(kernels.stencil, 256, 128, _square(lambda n: [_floats(n, n)]), _tiles, (16, 16)),
    Work(kernels.mandelbrot, 128, 128, lambda n: [64, np.zeros((n, n), np.int32)], _tiles, (16, 16)),
    Work(kernels.nbody, 4096, 512, lambda n: [_floats(4, n), np.zeros((3, n), np.float32)], _lines, (256,), True),
)
MILLION = Work(kernels.vector_add, 1 << 20, 0, _vectors, _lines, (256,))
SMALL = Work(kernels.reduction, 1024, 0, WORK[5].make, _lines, (256,))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", help="give the simulator the full sizes, which takes minutes")
    parser.add_argument("--only", nargs="*", default=[work.name for work in WORK], help="names of kernels")
    parser.add_argument("--simulate", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    chosen = [work for work in WORK if work.name in options.only]
    if options.simulate:
        print(json.dumps({work.name: _simulated(work, full=options.full) for work in chosen}))
        return 0
    simulator = _simulator(options.only, full=options.full)
    rows = {work.name: _row(work, simulator[work.name], full=options.full) for work in chosen}
    result = {
        "kernels": rows,
        "means": {key: _mean([row[key] for row in rows.values()]) for key in ("first", "unchecked", "checked")},
        "million": _million(),
        "small": {"threads": SMALL.size, "first_checked_ms": _ours(SMALL, checked=True, fresh=True) * 1e3},
        "full": options.full,
        "versions": {"python": platform.python_version(), **{n: version(n) for n in ("numba", "numba-cuda", "numpy")}},
        "cores": os.cpu_count(),
    }
    _print(result)
    if len(chosen) == len(WORK):
        RESULT.write_text(json.dumps(result, indent=1) + "\n")
    return 0


def _simulated(work: Work, *, full: bool) -> float:
    """Seconds of one launch on numba's simulator; this process was started with it switched on."""
    size = work.size if full else work.simulated
    arguments = work.make(size)
    started = time.perf_counter(), time.process_time()
    cuda.jit(work.kernel)[work.grid(size), work.block](*arguments)
    seconds = min(time.perf_counter() - started[0], time.process_time() - started[1])
    _hold(work, size, arguments[-1], "numba's simulator")
    return seconds


def _simulator(names: Sequence[str], *, full: bool) -> dict[str, float]:
    command = [sys.executable, "-m", "bench.simt", "--simulate", *(["--full"] if full else []), "--only", *names]
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def _row(work: Work, simulated: float, *, full: bool) -> dict[str, float]:
    """One kernel's figures. `first`, `unchecked` and `checked` are ratios to the simulator."""
    ran = work.size if full else work.simulated
    simulator = simulated * work.steps(work.size) / work.steps(ran)
    first, unchecked = (_ours(work, checked=False, fresh=fresh) for fresh in (True, False))
    checked = _ours(work, checked=True, fresh=False)
    return {
        "size": work.size,
        "simulator_size": ran,
        "simulator_s": simulator,
        "simulator_us_per_thread_step": simulated / work.steps(ran) * 1e6,
        "first_ms": first * 1e3,
        "unchecked_ms": unchecked * 1e3,
        "checked_ms": checked * 1e3,
        "numba_cpu_ms": _ceiling(work, "Loops") * 1e3,
        "numpy_ms": _ceiling(work, "Whole") * 1e3,
        "peak_mb": _peak(work, checked=False),
        "peak_checked_mb": _peak(work, checked=True),
        "first": simulator / first,
        "unchecked": simulator / unchecked,
        "checked": simulator / checked,
    }


_fresh = count()


def _launcher(work: Work, *, checked: bool, fresh: bool = False) -> tuple[Callable[[], None], Arguments]:
    text, arguments = kernels.source(work.kernel), work.make(work.size)
    checks = Checks.all() if checked else Checks.none()

    def run() -> None:
        source = f"{text}\n# {next(_fresh)}\n" if fresh else text
        report = launch(source, work.name, grid=work.grid(work.size), block=work.block, args=arguments, checks=checks)
        if not report.ok:
            raise SystemExit(f"{work.name}: {report.findings}")

    return run, arguments


def _ours(work: Work, *, checked: bool, fresh: bool) -> float:
    run, arguments = _launcher(work, checked=checked, fresh=fresh)
    run()
    _hold(work, work.size, arguments[-1], "the interpreter")
    return _median(run)


def _peak(work: Work, *, checked: bool) -> float:
    """MB that one launch allocates at most, beside its arguments."""
    run, _ = _launcher(work, checked=checked)
    tracemalloc.start()
    run()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


def _ceiling(work: Work, way: str) -> float:
    compute, arguments = getattr(getattr(ceilings, way), work.name), work.make(work.size)
    compute(*arguments)
    _hold(work, work.size, arguments[-1], way)
    return _median(lambda: compute(*arguments))


def _hold(work: Work, size: int, out: object, who: str) -> None:
    """Abort where an output differs from NumPy's."""
    expected = work.make(size)
    getattr(ceilings.Whole, work.name)(*expected)
    right = np.asarray(expected[-1])
    if not np.allclose(np.asarray(out), right, rtol=1e-3, atol=1e-4 * float(np.abs(right).max())):
        raise SystemExit(f"{work.name}: wrong output of {who}")


def _median(run: Callable[[], object]) -> float:
    taken: list[float] = []
    while len(taken) < 3 or (sum(taken) < SECONDS and len(taken) < 100):
        started = time.process_time()
        run()
        taken.append(time.process_time() - started)
    return statistics.median(taken)


def _million() -> dict[str, float]:
    """A vector add of 1,048,576 threads against plain NumPy."""
    ours, numpy = _ours(MILLION, checked=False, fresh=False), _ceiling(MILLION, "Whole")
    return {"unchecked_ms": ours * 1e3, "numpy_ms": numpy * 1e3, "times_numpy": ours / numpy}


def _mean(ratios: Sequence[float]) -> float:
    return statistics.geometric_mean(ratios)


def _print(result: dict[str, Any]) -> None:
    ratios = ("first", "unchecked", "checked")
    times = ("simulator_s", "first_ms", "unchecked_ms", "checked_ms", "numba_cpu_ms", "numpy_ms")
    columns = (*times, "peak_mb", "peak_checked_mb", *ratios)
    rows = result["kernels"]
    print(f"{'':12}", *(f"{column.removesuffix('_mb')[:13]:>13}" for column in columns))
    for name, row in rows.items():
        note = "" if row["size"] == row["simulator_size"] else f"  simulator at {row['simulator_size']}, scaled"
        print(f"{name:12}", *(f"{row[column]:13,.{0 if column in ratios else 2}f}" for column in columns), note)
    print("geometric means:", {key: round(value) for key, value in result["means"].items()})
    print("1,048,576 threads:", result["million"])
    print("1,024 threads, every check, first launch:", result["small"])


if __name__ == "__main__":
    raise SystemExit(main())
