"""A grader as one would write it first: everything in one process, and what that process says is believed.

Run as a program, it reads one job a line, grades each in a fork, and answers with one line. It shows that the sources
here are attacks: where they fool nobody, a test of them could not fail.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[3]))

from app.protocol.compiled import CompileError
from app.protocol.signature import Parameter
from app.simt import launch
from app.toolchain import rehearsal
from app.toolchain.kernel import to_ptx
from app.toolchain.link import link

SIZES = (1_000, 10)  # and none that is hidden
SECONDS = 20
TOLERANCE = 1e-6
EARLIER = {"ada": "# SECRET-of-the-learner-before"}


def compare(expected: np.ndarray, got: np.ndarray) -> str | None:
    """What is wrong. NaN is farther off than no tolerance."""
    return "wrong" if (np.abs(expected - got) > TOLERANCE).any() else None


def grade(source: str) -> dict[str, Any]:
    cases = [{name: np.random.default_rng(7).random(size) for name in ("a", "b", "out")} for size in SIZES]
    expected = [{"out": case["a"] + case["b"]} for case in cases]
    secret = "SECRET-seed-7"
    parameters = [Parameter.of(name, cases[0][name]) for name in ("a", "b", "out")]
    try:
        ptx = to_ptx(source, "vector_add", parameters, arch="sm_90")
        made = link(ptx, source, "vector_add", parameters, arch="sm_90")
    except CompileError as error:
        return {"said": [dict(finding.args) for finding in error.findings]}
    wrong = [compare(right["out"], ran(source, case)) for case, right in zip(cases, expected, strict=True)]
    return {"said": [], "registers": made.registers, "passed": not any(wrong), "seed": len(secret)}


def ran(source: str, case: dict[str, np.ndarray]) -> np.ndarray:
    size = case["out"].size
    launch(source, "vector_add", grid=((size + 255) // 256,), block=(256,), args=list(case.values()))
    return case["out"]


def main() -> None:
    rehearsal.all_paths()
    print("ready", flush=True)
    for line in sys.stdin:
        if not (child := os.fork()):
            signal.alarm(SECONDS)
            print(json.dumps(grade(json.loads(line)), default=str), flush=True)
            os._exit(0)
        os.waitpid(child, 0)
        print(flush=True)


if __name__ == "__main__":
    main()
