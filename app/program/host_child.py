"""The process of a host program, behind the wall: the one beside the compiler's in which learner Python is executed.

It holds no device, no reference and no seed. What it says is its own word alone: who runs it writes down the calls.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable

import numpy as np

from app.errors import FrameError
from app.findings import Finding, Kind, Plain, Severity
from app.program.passing import PassingError, pack, unpack
from app.program.running import OutOfTimeError, Ran, run
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

    def ask(frame: Frame) -> Frame:
        send(frame)
        return receive()

    signal.signal(signal.SIGXCPU, _out_of_time)
    listed = job.data["arguments"]
    assert isinstance(listed, list)
    args = [unpack(said, job.arrays, f"argument{at}") for at, said in enumerate(listed)]
    ran = run(str(job.data["source"]), str(job.data["entry"]), args, Wire(ask, _print))
    send(_ended(ran, args))


def _out_of_time(*_: object) -> None:
    """The soft limit of processor time: the exception carries the line that was running. The hard limit kills."""
    raise OutOfTimeError


def _print(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _ended(ran: Ran, args: list[object]) -> Frame:
    """The result, and the arguments as they are now, where the program came to its end."""
    findings: list[object] = [finding.to_plain() for finding in ran.findings]
    if ran.error is None:
        try:
            result, arrays = pack(ran.result, "result")
            now, more = pack(args, "argument")
            data: dict[str, Plain] = {"findings": findings, "error": None, "result": [result], "arguments": [now]}
            return Frame(ENDED, data, arrays | more)
        except (PassingError, FrameError) as error:
            ran.error = Finding(
                Kind.HOST_ERROR, Severity.ERROR, None, "host_error.result", {"type": str(error)[:60] or "?"}
            )
    told: dict[str, object] = {**ran.error.to_plain()}
    return Frame(ENDED, {"findings": findings, "error": told, "result": [], "arguments": []})
