"""Submit → verdict of vector add with five cases, warm, against one cold `python` a submission with numba's simulator.

    .venv/bin/python -m bench.submission [--submissions 30] [--cold 5]

Both sides grade the same solution on the same five cases, taken in turns in one run. Ours goes the whole way: HTTP, the
store, the queue, the worker, compiler and linker in the sandbox, the interpreter with every check, and the verdict
heard by server-sent events. The result is printed and kept in bench/results/submission.json.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

import httpx

from bench import served

ROOT = served.ROOT
# The exercise asks for a size of 1, an odd one, one off a block, and a large one. The simulator runs some thousand
# threads a second, so the large one is what decides; the second set leaves it out, to say what is left without it.
SETS = {"with a large case": (1, 33, 257, 1_000, 65_536), "small cases alone": (1, 33, 255, 257, 1_000)}
RESULT = ROOT / "bench/results/submission.json"
Lengths = tuple[int, ...]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--submissions", type=int, default=30)
    parser.add_argument("--cold", type=int, default=5)
    options = parser.parse_args()
    measured = {name: _measure(lengths, options.submissions, options.cold) for name, lengths in SETS.items()}
    result = {
        "sets": measured,
        "versions": {"python": platform.python_version(), **{n: version(n) for n in ("numba", "numba-cuda", "numpy")}},
        "cores": os.cpu_count(),
    }
    RESULT.write_text(json.dumps(result, indent=1) + "\n")
    print(json.dumps(result, indent=1))
    return 0


def _measure(lengths: Lengths, submissions: int, colds: int) -> dict[str, object]:
    with tempfile.TemporaryDirectory() as folder:
        course = served.course(Path(folder) / "course", lengths)
        with served.serving(course, Path(folder) / "data") as client:
            for turn in range(3):
                _submit(client, course, -turn)
            ours, cold = [], []
            for turn in range(submissions):
                ours.append(_submit(client, course, turn))
                if turn % max(1, submissions // colds) == 0:
                    cold.append(_cold(course))
    ratio = statistics.median(cold) / statistics.median(ours)
    return {"lengths": lengths, "ours_ms": _times(ours), "cold_simulator_ms": _times(cold), "ratio": round(ratio, 1)}


def _submit(client: httpx.Client, course: Path, turn: int) -> float:
    seconds, verdict = served.submit(client, served.source(course, turn))
    served.passed(verdict, 5)
    return seconds


def _cold(course: Path) -> float:
    command = [sys.executable, str(ROOT / "bench/cold_simulator.py"), str(course / "kernels/vector-add"), "7"]
    started = time.perf_counter()
    subprocess.run(command, check=True)
    return time.perf_counter() - started


def _times(seconds: list[float]) -> dict[str, object]:
    return {"median": _ms(statistics.median(seconds)), "all": [_ms(s) for s in seconds]}


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 1)


if __name__ == "__main__":
    raise SystemExit(main())
