"""One child process of the supervisor: started, restarted with a growing pause, stopped."""

from __future__ import annotations

import ctypes
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from app.logs import about

_PAUSES_S = (0.1, 0.5, 1.0, 2.0, 5.0, 10.0)
_SETTLED_S = 10.0  # who lives so long starts again without delay
_PR_SET_PDEATHSIG = 1

log = logging.getLogger(__name__)


class Child:
    """`on_end` is told the process id of whatever ended before it is replaced.

    One that works `once` is not started again when it has ended by itself, however it ended.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        environ: Mapping[str, str],
        folder: Path,
        on_end: Callable[[int], None],
        *,
        once: bool = False,
    ) -> None:
        self._name = name
        self._command = list(command)
        self._environ = dict(environ)
        self._folder = folder
        self._on_end = on_end
        self._once = once
        self._over = False
        self._failures = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._started = 0.0
        self._restart = 0.0

    def start(self) -> None:
        self._process = subprocess.Popen(
            self._command,
            env=self._environ,
            cwd=self._folder,
            start_new_session=True,  # Ctrl-C reaches the supervisor alone, which stops its children in order
            preexec_fn=_tie_to_parent(),  # noqa: PLW1509  # the supervisor has one thread
        )
        self._started = time.monotonic()

    def watch(self) -> int | None:
        """Start again what ended a while ago. Gives the exit status once, when the process has just ended."""
        if self._process is None:
            if not self._over and time.monotonic() >= self._restart:
                self.start()
            return None
        status = self._process.poll()
        if status is not None:
            self._ended(self._process.pid, status)
        return None if self._once else status

    def ask_to_stop(self) -> None:
        if self._process is not None:
            self._process.terminate()

    def stop(self, deadline: float) -> None:
        """Wait for the end until `deadline` on the monotonic clock, then kill."""
        if self._process is None:
            return
        try:
            self._process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            log.warning("%s does not stop: killed", self._name)
            self._process.kill()
            self._process.wait()
        self._on_end(self._process.pid)
        self._process = None

    def _ended(self, pid: int, status: int) -> None:
        self._process = None
        self._on_end(pid)
        if self._once and status >= 0:
            self._over = True
            return
        if time.monotonic() - self._started > _SETTLED_S:
            self._failures = 0
        pause = _PAUSES_S[min(self._failures, len(_PAUSES_S) - 1)]
        self._failures += 1
        self._restart = time.monotonic() + pause
        what = about("ended", process=self._name, pid=pid, cause=_cause(status))
        log.warning("%s (process %d) ended by %s", self._name, pid, _cause(status), extra=what)


def _cause(status: int) -> str:
    return signal.Signals(-status).name if status < 0 else f"exit {status}"


def _tie_to_parent() -> Callable[[], None] | None:
    """What a child does before it becomes its program: ask the kernel to be killed when its parent dies."""
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl  # loaded before the fork, after which only system calls are safe
    parent = os.getpid()

    def tie() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it died before we asked
            os._exit(1)

    return tie
