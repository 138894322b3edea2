"""The process of an executor: started by name with an empty environment, watched, killed, waited for not too long."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from app.config import ROOT

_END_S = 5.0  # a process within the driver may not end at once, or ever
_SAID = 4000  # characters of its stderr
_CHUNK = 1 << 16
# The paths are the parent's own, which an isolated interpreter would partly leave out.
_BOOT = """\
import importlib, json, os, sys
os.environ.update(CUDA_DEVICE_ORDER="PCI_BUS_ID", OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")
sys.path[:] = json.loads(sys.argv[2])
importlib.import_module(sys.argv[1]).main(sys.argv[3:])
"""


class Process:
    """A running child and a thread of ours that started it and lives as long: PDEATHSIG follows that thread.

    Its stderr is a pipe that nobody waits for: a flood blocks nothing, and what does not fit is lost.
    """

    def __init__(self, child: str, end: socket.socket, arguments: Sequence[str]) -> None:
        self._spawner = ThreadPoolExecutor(1, "executor")
        self._stderr, written = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        self._said = ""
        self._handle = -1
        try:
            command = [sys.executable, "-I", "-X", "utf8", "-c", _BOOT, child, json.dumps(_path())]
            command += [str(end.fileno()), str(os.getpid()), *arguments]
            self._started = self._spawner.submit(_start, command, end.fileno(), written).result()
            self._handle = os.pidfd_open(self._started.pid)
        except BaseException:
            self._release()
            raise
        finally:
            os.close(written)

    @property
    def pid(self) -> int:
        return self._started.pid

    def fileno(self) -> int:
        """A pidfd, which becomes readable when the process has ended."""
        return self._handle

    def kill(self) -> None:
        if self._handle < 0:
            return
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._handle, signal.SIGKILL)

    def ended(self, seconds: float = _END_S) -> int | None:
        """Its exit status, negative for a signal, waited for so long; None where it has not ended."""
        if self._handle >= 0:
            poll = select.poll()
            poll.register(self._handle, select.POLLIN)
            poll.poll(1000 * seconds)
        return self._started.poll()

    def said(self) -> str:
        """The last of what it has said on stderr."""
        with suppress(BlockingIOError):
            while said := os.read(self._stderr, _CHUNK):
                self._said = (self._said + said.decode(errors="replace"))[-_SAID:]
        return self._said.strip()

    def close(self) -> bool:
        """Kill it and give everything back. False where it has not ended even so."""
        if self._handle < 0:
            return True
        self.kill()
        code = self.ended()
        if code is None:
            self._started.returncode = -signal.SIGKILL  # or its finalizer would complain of what we cannot change
        self._release()
        return code is not None

    def _release(self) -> None:
        for descriptor in (self._stderr, self._handle):
            if descriptor >= 0:
                os.close(descriptor)
        self._stderr = self._handle = -1
        self._spawner.shutdown(wait=False)


def _path() -> list[str]:
    return [str(ROOT), *(entry for entry in sys.path if Path(entry).is_absolute() and entry != str(ROOT))]


def _start(command: Sequence[str], end: int, stderr: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=stderr,
        pass_fds=(end,),
        env={},
        cwd="/",
        start_new_session=True,
    )
