"""The end of a program's time, told with the line where it stood."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from app.program.wire import line_here, line_of


class Deadline:
    """SIGXCPU ends the program: the kernel sends it for processor time, the worker shortly before wall time is over.

    `end` gets the line and does not return: an exception could be caught by a loop that catches all. A frame that is
    being written is finished first, for half of one would be the last that the worker understands.
    """

    def __init__(self, end: Callable[[int | None], NoReturn]) -> None:
        self._end = end
        self._asking = self._over = False
        signal.signal(signal.SIGXCPU, self._signalled)

    @contextmanager
    def asking(self) -> Iterator[None]:
        """A call to the device, in which nothing ends."""
        self._asking = True
        try:
            yield
        finally:
            self._asking = False
        if self._over:
            self._end(line_here())

    def reached(self) -> None:
        """The program has returned, and needs no such end any more."""
        signal.signal(signal.SIGXCPU, signal.SIG_IGN)

    def _signalled(self, _: int, frame: FrameType | None) -> None:
        if self._asking:
            self._over = True
        else:
            self._end(line_of(frame))
