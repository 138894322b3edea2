"""Grading on a GPU. Needs one.

    python -m bench.gpu [PART …] [--submissions 50] [--cold 12] [--out FILE]

Parts, all of them where none is named:
- latency     submit → verdict of vector add, five cases of 1,048,576 elements, through the whole product on an idle
              server, in turns with a cold process a submission that does no more than it must
- stages      where the worker spends that time
- throughput  graded submissions a second with 1, 4 and 16 processes that share the cards
- figures     one executor: start, launch, spare after a fault, how far measured times differ, the card's peaks

Prints and keeps one JSON; the exit status is 1 where latency is not as promised.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import tempfile
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from bench import gpu_crew, served
from bench.gpu_figures import figures
from bench.gpu_latency import latency
from bench.gpu_stages import stages

RESULT = served.ROOT / "bench/results/gpu.json"
PACKAGES = ("numba", "numba-cuda", "cuda-core", "cuda-bindings", "numpy", "nvidia-nvjitlink", "nvidia-nvvm")
PROCESSES = (1, 4, 16)
SMALL = (1, 33, 257, 1_000)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART")
    parser.add_argument("--submissions", type=int, default=50)
    parser.add_argument("--cold", type=int, default=12)
    parser.add_argument("--gpus", default="auto", help="as GRIDSTRIDE_GPUS")
    parser.add_argument("--out", type=Path, default=RESULT)
    options = parser.parse_args()
    parts: dict[str, Callable[[], Any]] = {
        "latency": lambda: latency(options.submissions, options.cold, options.gpus),
        "stages": lambda: stages(max(5, options.submissions // 3), options.gpus),
        "throughput": lambda: throughput(options.gpus),
        "figures": lambda: figures(options.gpus),
    }
    if unknown := set(options.parts) - set(parts):
        parser.error(f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(parts)}")
    result: dict[str, Any] = {"about": about()}
    for name in options.parts or parts:
        result[name] = parts[name]()
        print(json.dumps({name: result[name]}, indent=1), flush=True)
        options.out.write_text(json.dumps(result, indent=1) + "\n")
    return _judged(result.get("latency"))


def throughput(gpus: str) -> dict[str, Any]:
    """Submissions a second of vector add with four small cases, half of them faulty, for each number of processes."""
    cores = os.cpu_count() or 1
    made = {}
    for size in (one for one in PROCESSES if one <= cores):
        with tempfile.TemporaryDirectory() as folder:
            course = served.course(Path(folder) / "course", SMALL)
            with gpu_crew.crew(size, course, Path(folder) / "data", gpus) as crew:
                crew.grade(4 * size)
                done = crew.grade(60 + 30 * size)
        made[str(size)] = {name: done[name] for name in ("submissions", "seconds", "per_second")}
    return made


def about() -> dict[str, Any]:
    return {
        "cards": gpu_crew.cards(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "versions": {name: found for name in PACKAGES if (found := _version(name))},
    }


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _judged(latency: dict[str, Any] | None) -> int:
    if latency is None:
        return 0
    ours, ratio = latency["ours_ms"]["median"], latency["ratio"]
    print(f"submit to verdict, median: {ours} ms, {'' if latency['fast_enough'] else 'NOT '}within 150 ms")
    print(f"cold process over ours: {ratio}, {'' if latency['ratio_enough'] else 'NOT '}15 or more")
    return 0 if latency["fast_enough"] and latency["ratio_enough"] else 1


if __name__ == "__main__":
    raise SystemExit(main())
