"""What kernels print: the driver writes it to this process's stdout."""

from __future__ import annotations

import ctypes
import fcntl
import os
import threading
from contextlib import suppress
from queue import SimpleQueue

from app.devices.cards.job import PRINTED

_CHUNK = 1 << 16
_PIPE = 1 << 20


class Printed:
    """Standard output as a pipe that a thread of ours empties: where nobody reads, the driver waits for ever.

    It is large enough for what the driver keeps of a launch (Bounds.printed), because the driver may write while the
    GIL is not free for that thread. A mark that no kernel knows ends what was printed so far.
    """

    def __init__(self) -> None:
        self._reading, writing = os.pipe2(os.O_CLOEXEC)
        with suppress(OSError):  # a user may have many large pipes already
            fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, _PIPE)
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
