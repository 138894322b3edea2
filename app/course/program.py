"""Runs the program of a `predict` question in a process of its own, where the interpreter stands in for a GPU.

The program is as trusted as `exercise.py`; the process keeps it from ending, stalling or filling the one that asks.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

SECONDS = 20.0
CHILD = "app.course.program_child"
_ROOT = Path(__file__).resolve().parents[2]
_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


@dataclass(frozen=True, slots=True)
class Ran:
    """What a program printed, and where it went wrong if it did. `line` is its own, from 1; 0 is no line."""

    stdout: str
    error: str = ""
    line: int = 0
    findings: frozenset[str] = frozenset()  # kinds that it was allowed to have, and had


def run_program(source: str, allowed: str = "", seconds: float = SECONDS) -> Ran:
    """Run a program to its end. A kernel with an error stops it, unless the kind of the finding is `allowed`."""
    process = subprocess.Popen(
        [sys.executable, "-P", "-X", "utf8", "-m", CHILD],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # it may be without end
        env={"PYTHONPATH": str(_ROOT), **_ONE_THREAD},
        cwd="/",
        process_group=0,
    )
    with process:
        try:
            stdout, _ = process.communicate(json.dumps({"source": source, "allowed": allowed}).encode(), seconds)
        except subprocess.TimeoutExpired:
            return Ran("", f"does not end within {seconds:g} seconds")
        finally:
            with suppress(ProcessLookupError):  # nothing is left, as it should be
                os.killpg(process.pid, signal.SIGKILL)  # what it started, too
    try:
        told = json.loads(stdout)
        return Ran(told["stdout"], told["error"], told["line"], frozenset(told["findings"]))
    except (ValueError, KeyError, TypeError):
        return Ran("", f"ends its process (exit status {process.returncode}) instead of coming to its last line")
