"""What kernels print: the driver writes it to this process's stdout."""

from __future__ import annotations

import ctypes
import os
import threading
from queue import SimpleQueue

from app.devices.cards.job import PRINTED

_CHUNK = 1 << 16


class Printed:
    """Standard output as a pipe that a thread of ours empties: where nobody reads, the driver waits for ever.

    The driver writes while the GIL is free, as `cuda.bindings` leaves it. A mark that no kernel knows ends what was
    printed so far.
    """

    def __init__(self) -> None:
        self._reading, writing = os.pipe2(os.O_CLOEXEC)
        os.dup2(writing, 1)
        os.close(writing)
        self._libc = ctypes.CDLL(None)
        self._mark = os.urandom(16)
        self._texts: SimpleQueue[str] = SimpleQueue()

    def fileno(self) -> int:
        return self._reading

    def start(self) -> None:
        """Begin to read. Behind a wall only after it has been put up, which holds for the threads to come."""
        threading.Thread(target=self._read, name="printed", daemon=True).start()

    def taken(self) -> str:
        """What was printed since the last call, bounded. The driver writes through the C library, which keeps some."""
        self._libc.fflush(None)
        os.write(1, self._mark)
        return self._texts.get()

    def _read(self) -> None:
        room = PRINTED + len(self._mark)
        kept, size, end = bytearray(), 0, b""
        while data := os.read(self._reading, _CHUNK):
            kept += data[: room - len(kept)]
            size += len(data)
            end = (end + data)[-len(self._mark) :]
            if end == self._mark:
                text = kept[: size - len(self._mark)][:PRINTED]
                self._texts.put(bytes(text).decode(errors="replace")[:PRINTED])
                kept, size, end = bytearray(), 0, b""
