"""A process of its own for work that can end it, such as a kernel with an illegal address or without an end."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

PRELOADED = ["app.toolchain", "app.simt", "tests.simt.case"]  # nothing that opens a GPU: a fork would share it


class ApartError(Exception):
    """What became of the work: the error's text, or that the process died or had to be ended."""


class Apart:
    """Runs functions in a forked process, which is made anew after whatever went wrong in it."""

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(PRELOADED)
        self._process: Any = None
        self._pipe: Connection | None = None

    def __call__(self, work: Callable[..., Any], *arguments: object, seconds: float) -> Any:
        """What `work` gives. Raises ApartError."""
        if self._process is None:
            self._pipe, end = self._context.Pipe()
            self._process = self._context.Process(target=serve, args=(end,), daemon=True)
            self._process.start()
            end.close()
        self._pipe.send((work, arguments))
        good, value = self._answer(seconds)
        if good:
            return value
        self.close()
        raise ApartError(value)

    def _answer(self, seconds: float) -> tuple[bool, Any]:
        if not self._pipe.poll(seconds):
            return False, f"no end after {seconds:.0f} s"
        try:
            return self._pipe.recv()
        except EOFError:
            self._process.join()
            return False, f"the process died ({self._process.exitcode})"

    def close(self) -> None:
        """End the process; the next work gets a fresh one."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._pipe.close()
            self._process = self._pipe = None


def serve(pipe: Connection) -> None:
    while True:
        try:
            work, arguments = pipe.recv()
        except EOFError:
            return
        try:
            answer = True, work(*arguments)
        except Exception as error:  # noqa: BLE001  # whatever it is, the parent is to hear of it
            answer = False, f"{type(error).__name__}: {error}"
        pipe.send(answer)
