"""The stages of scripts/gpu-test, each in processes of its own: what they ran, how long, and what failed."""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parent.parent
NO_GPU = 2  # exit status
_NO_TESTS = 5  # pytest's


@dataclass(frozen=True)
class Stage:
    """Tests by path, which may be a pattern; in several processes at once where they do not mind each other."""

    tests: Sequence[str]
    processes: int = 1

    def files(self) -> list[str]:
        return [str(path.relative_to(ROOT)) for pattern in self.tests for path in sorted(ROOT.glob(pattern))]


STAGES = {
    "conformance": Stage(["tests/devices/test_conformance.py"], 12),
    "exercises": Stage(["tests/gpu/test_exercises.py"], 6),
    "faults": Stage(["tests/gpu/test_faults.py", "tests/gpu/test_pipeline_faults.py", "tests/gpu/test_executor.py"]),
    "wall": Stage(["tests/gpu/test_wall.py", "tests/gpu/test_zygotes.py"]),
    "leaks": Stage(["tests/gpu/test_leaks.py"]),
    "many-gpus": Stage(["tests/gpu/test_many.py"]),
    "programs": Stage(["tests/gpu/test_program*.py"]),
    "course": Stage(["tests/gpu/test_films.py", "tests/gpu/test_occupancy.py", "tests/gpu/test_pytorch.py"]),
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/gpu-test")
    parser.add_argument("stages", nargs="*", metavar="STAGE", help=", ".join(STAGES))
    parser.add_argument("--out", type=Path, default=ROOT / ".data/gpu-test", help="where summary.json and logs go")
    options = parser.parse_args()
    if unknown := set(options.stages) - set(STAGES):
        parser.error(f"there is no stage {', '.join(sorted(unknown))}; there are {', '.join(STAGES)}")
    if (lack := missing_gpu()) is not None:
        print(f"gpu-test: {lack}", file=sys.stderr)
        return NO_GPU
    options.out.mkdir(parents=True, exist_ok=True)
    summary = {}
    for name in options.stages or STAGES:
        summary[name] = _run(name, options.out)
        print(_line(name, summary[name]), flush=True)
        (options.out / "summary.json").write_text(json.dumps(summary, indent=1) + "\n")
    return 0 if all(stage["ok"] for stage in summary.values()) else 1


def missing_gpu() -> str | None:
    """Why no kernel can run here, asked of the driver itself; None where a GPU answers."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return "there is no NVIDIA driver here (libcuda.so.1), and these tests need a GPU"
    count = ctypes.c_int()
    if driver.cuInit(0) or driver.cuDeviceGetCount(ctypes.byref(count)) or not count.value:
        return "the NVIDIA driver shows no GPU, and these tests need one"
    return None


def _run(name: str, out: Path) -> dict[str, Any]:
    stage = STAGES[name]
    began = time.monotonic()
    running = [_start(name, stage, part, out) for part in range(stage.processes)]
    codes = [process.wait() for process in running]
    reports = [out / f"{name}-{part}.xml" for part in range(stage.processes)]
    cases = [case for report in reports if report.exists() for case in ET.parse(report).iter("testcase")]
    outcomes = Counter(outcome(case) for case in cases)
    return {
        "ok": all(code in (0, _NO_TESTS) for code in codes) and outcomes["passed"] > 0,
        "seconds": round(time.monotonic() - began, 1),
        "outcomes": dict(outcomes),
        "failed": [told(case) for case in cases if outcome(case) in ("failed", "error")],
        "skipped": sorted({_why(case) for case in cases if outcome(case) == "skipped"}),
        "measured": {str(case.get("name")): found for case in cases if (found := _measured(case))},
    }


def _start(name: str, stage: Stage, part: int, out: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "pytest", "-c", os.devnull, "--rootdir", ".", "--import-mode=importlib"]
    command += ["-p", "no:cacheprovider", "-p", "tests.gpu.part", "-q", "-ra", "--durations=5", "--tb=short"]
    command += [f"--junitxml={out / f'{name}-{part}.xml'}", "-o", "junit_family=xunit2", *stage.files()]
    environ = {
        **os.environ,
        "GRIDSTRIDE_TEST_GPU": "require",
        "GRIDSTRIDE_TEST_PART": f"{part}/{stage.processes}",
        "OPENBLAS_NUM_THREADS": "1",
    }
    with (out / f"{name}-{part}.log").open("wb") as log:
        return subprocess.Popen(command, cwd=ROOT, env=environ, stdout=log, stderr=subprocess.STDOUT)


def outcome(case: ET.Element) -> str:
    marks = {"failure": "failed", "error": "error", "skipped": "skipped"}
    return next((marks[child.tag] for child in case if child.tag in marks), "passed")


def told(case: ET.Element) -> str:
    text = next((child.get("message", "") for child in case if child.tag in ("failure", "error")), "")
    return f"{case.get('classname')}::{case.get('name')}: {' '.join(text.split())[:600]}"


def _why(case: ET.Element) -> str:
    return next((child.get("message", "") for child in case if child.tag == "skipped"), "")


def _measured(case: ET.Element) -> dict[str, str]:
    return {str(one.get("name")): str(one.get("value")) for one in case.iter("property")}


def _line(name: str, stage: dict[str, Any]) -> str:
    counts = ", ".join(f"{count} {outcome}" for outcome, count in stage["outcomes"].items()) or "no tests ran"
    lines = [f"{'ok' if stage['ok'] else 'FAILED':6} {name:12} {stage['seconds']:6.1f} s  {counts}"]
    lines += [f"       {one}" for one in stage["failed"][:40]]
    lines += [f"       skipped: {why}" for why in stage["skipped"]]
    return "\n".join(lines)


if __name__ == "__main__":
    raise SystemExit(main())
