"""The process of a host program, behind the wall: the one beside the compiler's in which learner Python is executed.

It holds no device, no reference and no seed. What it says is its own word alone: who runs it writes down the calls.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

import numpy as np

from app.errors import FrameError
from app.findings import Finding, Kind, Plain, Severity
from app.program.deadline import Deadline
from app.program.passing import PassingError, pack, unpack
from app.program.running import Ran, run
from app.program.wire import Wire
from app.protocol.frames import Frame

PACKAGES = ("numpy",)
ENDED = "ended"

_PROGRAM = """
from numba import cuda, float32
import numpy as np
@cuda.jit("void(float32[:])")
def k(a):
    a[cuda.grid(1)] = float32(1)
def main(a):
    d = cuda.to_device(a)
    k[1, a.size](d)
    return d.copy_to_host()
"""


def warm() -> None:
    """Run a program, so that a fork finds in memory what is imported late. Nothing of it is kept."""
    modules = dict(sys.modules)

    def ask(_: Frame) -> Frame:
        return Frame("done", {"handle": 1, "changed": []}, {"data": np.zeros(16, np.uint8)})

    ran = run(_PROGRAM, "main", [np.ones(4, np.float32)], Wire(ask, lambda _: None))
    if ran.error is not None:
        raise RuntimeError(f"the first program of all fails: {ran.error}")
    for name in sys.modules.keys() - modules.keys():
        if name.partition(".")[0] == "numba":
            del sys.modules[name]


def talk(job: Frame, send: Callable[[Frame], None], receive: Callable[[], Frame]) -> None:
    """Run the job's program. Each of its calls is a frame with one answer; the last frame is "ended"."""

    ran = Ran()

    def end(line: int | None) -> NoReturn:
        ran.error = Finding(Kind.TIMEOUT, Severity.ERROR, line, "timeout.host", {})
        send(_ended(ran, [], most))
        with suppress(Exception):  # this may have come in the midst of a print
            sys.stdout.flush()
        os._exit(0)

    deadline, most = Deadline(end), int(str(job.data["most"]))

    def ask(frame: Frame) -> Frame:
        with deadline.asking():
            send(frame)
            return receive()

    listed = job.data["arguments"]
    assert isinstance(listed, list)
    args = [unpack(said, job.arrays, f"argument{at}") for at, said in enumerate(listed)]
    held = [arg.view() if isinstance(arg, np.ndarray) else arg for arg in args]  # whose shape no program changes
    run(str(job.data["source"]), str(job.data["entry"]), args, Wire(ask, _print), ran)
    deadline.reached()
    send(_ended(ran, held, most))


def _print(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _ended(ran: Ran, args: list[object], most: int) -> Frame:
    """The result, and the arguments as they are now, where the program came to its end and `most` bytes hold both."""
    findings: list[object] = [finding.to_plain() for finding in ran.findings]
    if ran.error is None:
        try:
            result, arrays = pack(ran.result, "result")
            now, more = pack(args, "argument")
        except (PassingError, FrameError) as error:
            name = str(error)[:60] or "?"
            ran.error = Finding(Kind.HOST_ERROR, Severity.ERROR, ran.line, "host_error.result", {"type": name})
        else:
            if sum(array.nbytes for array in (*arrays.values(), *more.values())) <= most:
                data: dict[str, Plain] = {"findings": findings, "error": None, "result": [result], "arguments": [now]}
                return Frame(ENDED, data, arrays | more)
            ran.error = Finding(Kind.MEMORY, Severity.ERROR, ran.line, "memory.host", {})
    told: dict[str, object] = {**ran.error.to_plain()}
    return Frame(ENDED, {"findings": findings, "error": told, "result": [], "arguments": []})
