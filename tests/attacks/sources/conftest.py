"""One set of zygotes for all sources, and around it what a source would like to have."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from app.config import ROOT
from app.course.loader import load_course
from app.devices.compiler import CHILD, Compiler
from app.devices.program import Programs
from app.devices.simt import SimtDevice
from app.domain.submission import Mode
from app.domain.verdict import Verdict
from app.sandbox import Limits, Sandbox
from app.worker.pipeline import Grader
from app.worker.programs import ProgramGrader
from app.worker.references import References
from tests.attacks.sources.source import Source

LIMITS = Limits(seconds=8.0, cpu_seconds=2, address_bytes=1 << 30, result_bytes=8 << 20)  # as a worker's, but for time
SECRET = "SECRET-of-the-server"
EARLIER = "from numba import cuda\nNOTE = 'SECRET-of-an-earlier-one'\n@cuda.jit\ndef vector_add(a, b, out):\n    pass\n"
EXERCISES = load_course(ROOT).exercises

Grades = Callable[[Source], Verdict]
Falls = Callable[[Source], dict[str, Any]]


@pytest.fixture(scope="session")
def graded() -> Iterator[Grades]:
    """The verdict of the pipeline of `gridstride grade`; each source is sent once a session."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SECRET_OF_THE_SERVER", SECRET)
        with Compiler(Sandbox(CHILD, limits=LIMITS), "sm_90") as compiler, SimtDevice.start() as device:
            programs = ProgramGrader(lambda: Programs.start(compiler, compiler.arch))
            with closing(programs):
                grader = Grader(compiler, device, References(seed=1), programs=programs)
                grader.grade(EXERCISES["vector-add"], EARLIER, Mode.RUN, lambda stage, args: None)

                @functools.cache
                def grade(source: Source) -> Verdict:
                    mode = Mode.SUBMIT if source.hidden else Mode.RUN
                    return grader.grade(EXERCISES[source.exercise], source.text, mode, lambda stage, args: None)

                yield grade


@pytest.fixture(scope="session")
def naive() -> Iterator[Falls]:
    """What a design that does all in one process makes of a source."""
    command = [sys.executable, str(Path(__file__).with_name("naive.py"))]
    environ = os.environ | {"SECRET_OF_THE_SERVER": SECRET}
    with subprocess.Popen(
        command, env=environ, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()

        def falls(source: Source) -> dict[str, Any]:
            print(json.dumps(source.text), file=process.stdin, flush=True)
            said = [line for line in iter(process.stdout.readline, "\n") if line.startswith("{")]
            answer: dict[str, Any] = json.loads(said[0]) if said else {}
            return answer

        yield falls
        process.kill()
