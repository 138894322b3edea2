"""One process with a grader of its own, which grades as often as it is told; for bench/gpu.py and tests/gpu.

    python -m bench.gpu_load COURSE DATA GPUS

Each line on stdin is `FIRST COUNT`: grade so many submissions, of which the first has that number. A submission is one
of the exercise's files, good and faulty ones in turn, made different by its number. Answers one line of JSON:
verdicts by file, seconds, and what this process and its descendants hold.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

from app.cli.grader import silent
from app.cli.walled import opened_fleet, opened_grader
from app.config import Settings
from app.course.loader import open_course
from app.course.models import Exercise
from app.domain.submission import Mode
from app.worker.pipeline import Grader
from bench.served import EXERCISE

_EXECUTOR = b"app.devices.gpu.child"
_PAGE = os.sysconf("SC_PAGESIZE")


def main() -> int:
    course, data, gpus = sys.argv[1:]
    settings = Settings(data=Path(data), course=Path(course), gpus=gpus)
    exercise = open_course(settings.course).exercises[EXERCISE]
    sources = files(settings.course)
    with opened_fleet(settings) as fleet, opened_grader(settings, fleet) as grader:
        grader.grade(exercise, next(iter(sources.values())), Mode.SUBMIT, silent)
        print(json.dumps({"ready": True, "held": held()}), flush=True)
        for line in sys.stdin:
            first, count = map(int, line.split())
            print(json.dumps(_graded(grader, exercise, sources, first, count)), flush=True)
    return 0


def files(course: Path) -> dict[str, str]:
    """The solution before each wrong kernel, by name: half of what learners send is right."""
    folder = course / "kernels" / EXERCISE
    wrong = sorted((folder / "wrong").glob("*.py"))
    paths = [path for one in wrong for path in (folder / "solution.py", one)]
    return {f"{number} {path.name}": path.read_text() for number, path in enumerate(paths)}


def _graded(grader: Grader, exercise: Exercise, sources: dict[str, str], first: int, count: int) -> dict[str, object]:
    names = list(sources)
    verdicts: Counter[str] = Counter()
    devices: Counter[str] = Counter()
    began = time.perf_counter()
    for number in range(first, first + count):
        name = names[number % len(names)]
        verdict = grader.grade(exercise, f"{sources[name]}\n# submission {number}\n", Mode.SUBMIT, silent)
        found = "+".join(sorted({finding.kind.value for finding in verdict.findings}))
        devices[verdict.device] += 1
        verdicts[f"{name.split()[1]}: {verdict.kind} {found}".strip()] += 1
    seconds = time.perf_counter() - began
    return {"verdicts": verdicts, "devices": devices, "seconds": round(seconds, 3), "held": held()}


def held() -> dict[str, int]:
    """Resident bytes and descriptors of this process, and the most that an executor and any other descendant has."""
    own, kinds = os.getpid(), {"executor": list[int](), "other": list[int]()}
    for pid in _descendants(own):
        kinds["executor" if _EXECUTOR in _command(pid) else "other"].append(pid)
    counts = {"resident": _resident(own), "descriptors": _descriptors(own)}
    for kind, pids in kinds.items():
        counts[f"{kind}s"] = len(pids)
        counts[f"most_resident_{kind}"] = max(map(_resident, pids), default=0)
        counts[f"most_descriptors_{kind}"] = max(map(_descriptors, pids), default=0)
    return counts


def _descendants(pid: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*"):
        with suppress(OSError):
            for child in map(int, (task / "children").read_text().split()):
                found += [child, *_descendants(child)]
    return found


def _command(pid: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


def _resident(pid: int) -> int:
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
    return 0


def _descriptors(pid: int) -> int:
    with suppress(OSError):
        return len(list(Path(f"/proc/{pid}/fd").iterdir()))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
