"""What kernels print: the driver writes it to this process's stdout."""

from __future__ import annotations

import ctypes
import os

from app.devices.cards.job import PRINTED


class Printed:
    """Standard output as a pipe that nobody waits for: what does not fit is lost, and a flood blocks nothing."""

    def __init__(self) -> None:
        self._reading, writing = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        os.dup2(writing, 1)
        os.close(writing)
        self._libc = ctypes.CDLL(None)

    def fileno(self) -> int:
        return self._reading

    def taken(self) -> str:
        """What was printed since the last call, bounded. The driver writes through the C library, which keeps some."""
        self._libc.fflush(None)
        text = bytearray()
        while True:
            try:
                text += os.read(self._reading, 1 << 16)
            except BlockingIOError:
                return bytes(text[:PRINTED]).decode(errors="replace")[:PRINTED]
