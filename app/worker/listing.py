"""The machine code of a kernel, read while its cases run: no verdict needs it."""

from __future__ import annotations

import logging
from concurrent.futures import Future, ThreadPoolExecutor

from app.devices import Disassembles
from app.errors import InfrastructureError
from app.protocol.compiled import Compiled

MOST = 8  # kernels that wait to be read
Listed = tuple[tuple[int | None, str], ...]

log = logging.getLogger(__name__)


class Listing:
    """Asks a disassembler in a thread of its own, one kernel after the other.

    The thread lives as long as the worker: what the disassembler starts would die with the one that started it.
    """

    def __init__(self, disassembler: Disassembles) -> None:
        self._disassembler = disassembler
        self._thread = ThreadPoolExecutor(1, "listing")
        self._begun: list[Future[Listed]] = []

    def begin(self, compiled: Compiled) -> Future[Listed]:
        """What will be read of it; empty where there is nothing to be had, or too much waits already.

        A GPU grades several submissions in the time that the machine code of one is read.
        """
        self._begun = [one for one in self._begun if not one.done()]
        if len(self._begun) >= MOST:
            nothing: Future[Listed] = Future()
            nothing.set_result(())
            return nothing
        self._begun.append(self._thread.submit(self._read, compiled))
        return self._begun[-1]

    def close(self) -> None:
        """Wait for what is being read; what was only begun is cancelled."""
        self._thread.shutdown(wait=True, cancel_futures=True)

    def _read(self, compiled: Compiled) -> Listed:
        try:
            return self._disassembler.sass(compiled)
        except InfrastructureError as error:
            log.warning("no machine code: %s", error)
        except Exception:  # in a thread of its own: a kernel that was graded must not fail for it
            log.exception("the machine code was not read")
        return ()
