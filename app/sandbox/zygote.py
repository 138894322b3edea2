"""The zygote: a warm interpreter with one thread, out of which a child is forked for every job.

It is exec'd with an empty environment, imports the child module and nothing of ours that knows a course, a store or
a verdict, and handles descriptors only: the job itself is read by the child.
"""

from __future__ import annotations

import errno
import fcntl
import gc
import importlib
import io
import json
import mmap
import os
import select
import signal
import socket
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NoReturn, Protocol, cast

from app.protocol.frames import Frame, Reader, decode, pieces
from app.sandbox import control, jail, libc
from app.sandbox.jail import Bounds, Jail
from app.sandbox.layers import LayerError

_JAILED = b"jailed"
_FILES = 4  # stdout, stderr, result and job: what every child gets
_CHUNK = 1 << 20
_IDLE_S = 0.25  # whoever grades one submission after the other gives a spare its job sooner


class Child(Protocol):
    """What a child module has: `handle`, or `talk` where its jobs are conversations; `rehearse` where spares wait."""

    PACKAGES: tuple[str, ...]

    def warm(self) -> None: ...
    def rehearse(self) -> None: ...
    def handle(self, job: Frame, send: Callable[[Frame], None]) -> None: ...
    def talk(self, job: Frame, send: Callable[[Frame], None], receive: Callable[[], Frame]) -> None: ...


def main() -> None:
    """Run as a zygote: argv is our root folder, the number of the control socket, and the parent's process id."""
    _, _, descriptor, parent = sys.argv
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    libc.prctl(libc.PR_SET_DUMPABLE, 0)  # a child of the same user shall not look at its siblings' mother
    libc.prctl(libc.PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != int(parent):
        return
    wire = socket.socket(fileno=int(descriptor))
    settings, _ = control.receive(wire)
    try:
        child, cell = _warmed(settings)
    except LayerError as error:
        control.send(wire, {"layer": error.layer, "why": error.why})
        return
    except Exception:  # noqa: BLE001  # whatever a child module raises while it warms up is told to the parent
        control.send(wire, {"failed": traceback.format_exc()[-4000:]})
        return
    control.send(wire, {"ready": True})
    try:
        while True:
            _serve(wire, child, cell)
    except (EOFError, ConnectionError):
        return  # the parent has closed us


def _warmed(settings: control.Message) -> tuple[Child, Jail]:
    path = cast("list[str]", settings["path"])
    sys.path[1:1] = path
    child = cast("Child", importlib.import_module(str(settings["child"])))
    child.warm()
    cell = Jail(
        cast("list[str]", settings["layers"]),
        child.PACKAGES,
        cast("int", settings["user"]),
        cast("int | None", settings["landlock_abi"]),
        Path(program[0]) if (program := _program(child)) else None,
    )
    threads = len(list(Path("/proc/self/task").iterdir()))
    if threads != 1:
        raise RuntimeError(f"the zygote has {threads} threads after warming up; a fork would copy one of them")
    gc.collect()
    gc.freeze()
    return child, cell


def _serve(wire: socket.socket, child: Child, cell: Jail) -> None:
    """Fork one child for the next message, and report how it started and how it ended."""
    message, descriptors = control.receive(wire)
    bounds = Bounds(cast("int", message["cpu_seconds"]), cast("int", message["address_bytes"]))
    status, told = os.pipe()
    pid = os.fork()
    if pid == 0:
        files, answers = descriptors[:_FILES], descriptors[_FILES:]
        _live(child, cell, bounds, [*files, told, *answers], waits=message["waits"] is True)
    for descriptor in (*descriptors, told):
        os.close(descriptor)
    handle = os.pidfd_open(pid)
    with os.fdopen(status, "rb") as stream:
        said = stream.read()
    if said == _JAILED:
        control.send(wire, {"started": pid}, [handle])
    else:
        control.send(wire, json.loads(said or b"{}"))
    os.close(handle)
    _, code, usage = os.wait4(pid, 0)
    if said == _JAILED:
        cpu = usage.ru_utime + usage.ru_stime
        control.send(wire, {"code": code, "cpu_seconds": cpu, "resident_bytes": usage.ru_maxrss * 1024})


def _live(child: Child, cell: Jail, bounds: Bounds, descriptors: list[int], *, waits: bool) -> NoReturn:
    """The whole life of a child."""
    try:
        cell.hold(descriptors)
        try:
            cell.enter(bounds)
            said = _JAILED
        except LayerError as error:
            said = json.dumps({"layer": error.layer, "why": error.why}).encode()
        os.write(jail.STATUS, said)
        os.close(jail.STATUS)
        if said == _JAILED:
            if waits and not _called(child):
                os._exit(0)
            os._exit(_work(child, talks=len(descriptors) > jail.STATUS and not waits))
    finally:
        os._exit(1)


def _called(child: Child) -> bool:
    """Wait for a job; False where there will be none. Who waits long goes through the work once, which copies pages."""
    if not select.select([jail.ANSWERS], [], [], _IDLE_S)[0]:
        child.rehearse()
    try:
        return bool(os.read(jail.ANSWERS, 1))
    finally:
        os.close(jail.ANSWERS)


def _work(child: Child, *, talks: bool) -> int:
    sys.dont_write_bytecode = True
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # what was printed before a crash is worth reading
    try:
        if program := _program(child):
            _become(program)
        if talks:
            child.talk(_job(), _send, Answers().next)
        else:
            child.handle(_job(), _send)
        code = 0
    except BaseException as error:  # noqa: BLE001  # a learner's SystemExit must not unwind into the zygote's frames
        code = control.MEMORY_EXIT if _means_memory(error) else 1
        with suppress(BaseException):
            traceback.print_exc()
    with suppress(BaseException):  # the learner may have put anything in the place of a stream
        sys.stdout.flush()
        sys.stderr.flush()
    return code


def _program(child: Child) -> tuple[str, ...]:
    return cast("tuple[str, ...]", getattr(child, "PROGRAM", ()))


def _become(program: tuple[str, ...]) -> NoReturn:
    """The last act of Python in this child, which keeps all layers. The job is the program's last argument."""
    for kept in (jail.STDIN, jail.STDOUT, jail.STDERR, jail.JOB):
        fcntl.fcntl(kept, fcntl.F_SETFD, 0)
    os.execve(program[0], [*program, f"/proc/self/fd/{jail.JOB}"], {})  # noqa: S606  # a module of ours names it


def _means_memory(error: BaseException) -> bool:
    return isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM)


def _job() -> Frame:
    """Its arrays lie where the parent has written them; what is changed in them is this process's own."""
    with os.fdopen(jail.JOB, "rb") as stream:
        size = os.fstat(jail.JOB).st_size
        return decode(mmap.mmap(stream.fileno(), size, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_WRITE), fresh=False)


def _send(frame: Frame) -> None:
    for piece in pieces(frame):
        rest = memoryview(piece)
        while rest:
            rest = rest[os.write(jail.RESULT, rest) :]


class Answers:
    """What the parent says while a job runs."""

    def __init__(self) -> None:
        self._reader = Reader()
        self._whole: list[Frame] = []

    def next(self) -> Frame:
        """The next frame, waited for. Raises EOFError where the parent has hung up."""
        while not self._whole:
            data = os.read(jail.ANSWERS, _CHUNK)
            if not data:
                raise EOFError("the parent has hung up")
            self._whole.extend(self._reader.feed(data))
        return self._whole.pop(0)
