"""Submit → verdict through the whole product, in turns with a cold process a submission on the same cases."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from app.course.loader import open_course
from bench import served

LENGTHS = (1_048_576,) * 5
MOST_MS, LEAST_RATIO = 150.0, 15.0
IDLE_S = 0.6  # between two submissions, as on a server where nobody else waits


def latency(submissions: int, colds: int, gpus: str) -> dict[str, Any]:
    """Medians and the ratio of both, and whether they are as promised."""
    with tempfile.TemporaryDirectory() as folder:
        course = served.course(Path(folder) / "course", LENGTHS)
        cases = _kept(course, Path(folder) / "cases.npz")
        ours: list[float] = []
        worker: list[float] = []
        cold: list[dict[str, float]] = []
        devices: set[str] = set()
        with served.serving(course, Path(folder) / "data", gpus=gpus) as client:
            for turn in range(-3, submissions):
                time.sleep(IDLE_S)
                seconds, verdict = served.submit(client, served.source(course, turn))
                served.passed(verdict, len(LENGTHS))
                devices.add(verdict["device"])
                if turn >= 0:
                    ours.append(1000 * seconds)
                    worker.append(verdict["ms"])
                    if turn % max(1, submissions // colds) == 0:
                        cold.append(_cold(course, cases, turn, Path(folder)))
    totals = [one["process"] for one in cold]
    ratio = statistics.median(totals) / statistics.median(ours)
    return {
        "device": sorted(devices),
        "ours_ms": spread(ours),
        "in_the_worker_ms": spread(worker),
        "cold_ms": spread(totals),
        "cold_stages_ms": {name: round(statistics.median(one[name] for one in cold), 1) for name in cold[0]},
        "ratio": round(ratio, 1),
        "fast_enough": statistics.median(ours) <= MOST_MS,
        "ratio_enough": ratio >= LEAST_RATIO,
    }


def spread(ms: Sequence[float]) -> dict[str, Any]:
    ordered = sorted(ms)
    return {
        "median": round(statistics.median(ordered), 1),
        "p95": round(ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))], 1),
        "least": round(ordered[0], 1),
        "runs": len(ordered),
        "all": [round(one, 1) for one in ms],
    }


def _kept(course: Path, path: Path) -> Path:
    """Inputs and right outputs, made once: a judge would keep them too."""
    arrays: dict[str, np.ndarray] = {}
    exercise = open_course(course).exercises[served.EXERCISE]
    for number, case in enumerate(exercise.cases(np.random.default_rng(7))):
        a, b = np.asarray(case.args["a"]), np.asarray(case.args["b"])
        launch = np.array([*case.grid, *case.block])
        arrays |= {f"{number}/a": a, f"{number}/b": b, f"{number}/out": a + b, f"{number}/launch": launch}
    np.savez(path, **arrays)  # type: ignore[arg-type]  # its stub takes the names for its own options
    return path


def _cold(course: Path, cases: Path, turn: int, folder: Path) -> dict[str, float]:
    source = folder / f"submission{turn}.py"
    source.write_text(served.source(course, f"{turn}, cold"))
    command = [sys.executable, str(served.ROOT / "bench/gpu_cold.py"), str(source), "vector_add", str(cases)]
    started = time.perf_counter()
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    stages: dict[str, float] = json.loads(done.stdout)
    return {**stages, "process": round(1000 * (time.perf_counter() - started), 1)}
