"""Several processes of bench/gpu_load.py at once, and what the cards say meanwhile."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.served import ROOT


class Crew:
    """`size` processes, each with a grader. Raises RuntimeError where one ends."""

    def __init__(self, size: int, course: Path, data: Path, gpus: str = "auto") -> None:
        command = [sys.executable, "-m", "bench.gpu_load", str(course), str(data), gpus]
        self._members = [
            subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            for _ in range(size)
        ]
        self._next = 0
        self.begun = [_heard(member) for member in self._members]

    def grade(self, count: int) -> dict[str, Any]:
        """So many submissions, shared out evenly: verdicts, a second's share, and what all processes hold together."""
        began = time.perf_counter()
        each = -(-count // len(self._members))
        for member in self._members:
            assert member.stdin is not None
            print(self._next, each, file=member.stdin, flush=True)
            self._next += each
        answers = [_heard(member) for member in self._members]
        seconds = time.perf_counter() - began
        verdicts, devices = Counter[str](), Counter[str]()
        for answer in answers:
            verdicts.update(answer["verdicts"])
            devices.update(answer["devices"])
        done = each * len(self._members)
        return {
            "submissions": done,
            "seconds": round(seconds, 2),
            "per_second": round(done / seconds, 1),
            "verdicts": dict(verdicts),
            "devices": dict(devices),
            "held": together([answer["held"] for answer in answers]),
        }

    def close(self) -> None:
        for member in self._members:
            assert member.stdin is not None
            member.stdin.close()
        for member in self._members:
            member.wait(60)


@contextmanager
def crew(size: int, course: Path, data: Path, gpus: str = "auto") -> Iterator[Crew]:
    made = Crew(size, course, data, gpus)
    try:
        yield made
    finally:
        made.close()


def together(held: Sequence[dict[str, int]]) -> dict[str, int]:
    """The sum of what all processes hold, and the most of those that say the most."""
    return {name: (max if name.startswith("most_") else sum)(one[name] for one in held) for name in held[0]}


def cards() -> list[dict[str, Any]]:
    """Every card as nvidia-smi sees it: name, driver, bytes of memory in use, per cent of time busy."""
    asked = ["index", "name", "driver_version", "memory.used", "utilization.gpu"]
    command = ["nvidia-smi", f"--query-gpu={','.join(asked)}", "--format=csv,noheader,nounits"]
    said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=30).stdout
    rows = [[part.strip() for part in line.split(",")] for line in said.splitlines() if line.strip()]
    return [
        {"index": int(index), "name": name, "driver": driver, "memory": int(used) << 20, "busy": int(busy)}
        for index, name, driver, used, busy in rows
    ]


def _heard(member: subprocess.Popen[str]) -> dict[str, Any]:
    assert member.stdout is not None
    line = member.stdout.readline()
    if not line:
        raise RuntimeError(f"a process that grades ended with {member.wait(30)}")
    heard: dict[str, Any] = json.loads(line)
    return heard
