"""A time limit on a course's own Python, in the main thread of a process."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class OutOfTimeError(BaseException):
    """What ran did not come to an end. No Exception, lest the code that is to be left catches it."""


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Leave what runs here by OutOfTimeError, from the line where it is then.

    It interrupts Python and what waits; a long call into C is left when it returns. In other threads, which hear no
    signals, nothing is limited. A timer that was set before goes on afterwards.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    started = time.monotonic()
    handler = signal.signal(signal.SIGALRM, _leave)
    left, interval = signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)  # again each second: `except:` may eat one
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(0.001, left - (time.monotonic() - started)), interval)


def _leave(_number: int, _frame: FrameType | None) -> None:
    raise OutOfTimeError
