"""Frames between a worker and an executor, over a stream socket, with descriptors beside the bytes."""

from __future__ import annotations

import os
import select
import socket
import time
from collections import deque
from collections.abc import Sequence

from app.errors import FrameError
from app.protocol.frames import Frame, Reader, encode

_CHUNK = 1 << 18
_MOST_DESCRIPTORS = 8


class Wire:
    """One end. What is heard beyond `most` bytes a frame is refused; descriptors are taken only where `takes` says so.

    Whoever takes none reads as if none were sent, and the kernel closes them: a flood of them fills no table.
    """

    def __init__(self, end: socket.socket, most: int, *, takes: bool = False) -> None:
        self._end = end
        self._takes = takes
        self._reader = Reader(most)
        self._frames: deque[Frame] = deque()
        self._descriptors: deque[int] = deque()

    def fileno(self) -> int:
        return self._end.fileno()

    def bound(self, most: int) -> None:
        """Take frames up to so many bytes from now on."""
        self._reader.max_bytes = most

    def send(self, frame: Frame, descriptors: Sequence[int] = (), *, until: float | None = None) -> None:
        """Send one frame; descriptors go with its first byte. `until` is a time of time.monotonic().

        Raises OSError where the other end is gone, TimeoutError, FrameError for what a frame cannot hold.
        """
        rest = memoryview(encode(frame))
        sent = bool(not descriptors)
        while rest:
            self._end.settimeout(_left(until))
            if sent:
                rest = rest[self._end.send(rest) :]
            else:
                rest = rest[socket.send_fds(self._end, [rest], list(descriptors)) :]
                sent = True

    def receive(self, *, until: float | None = None, watched: int = -1) -> Frame:
        """The next frame. `watched` is a descriptor that becomes readable when the other process has ended.

        Raises EOFError where the other end is gone, TimeoutError, FrameError on garbage.
        """
        while not self._frames:
            data = self._more(until, watched)
            if not data:
                raise EOFError("the other side is gone")
            self._frames.extend(self._reader.feed(data))
        return self._frames.popleft()

    def silent(self) -> bool:
        """Whether nothing waits that nobody asked for. An end that is gone says nothing."""
        self._end.settimeout(0)
        try:
            waiting = self._end.recv(1, socket.MSG_PEEK)
        except (BlockingIOError, ConnectionError):
            return not self._frames
        return not waiting and not self._frames

    def descriptor(self) -> int:
        """The next of the descriptors that came, which is the caller's now. Raises FrameError where none is left."""
        if not self._descriptors:
            raise FrameError("a frame came without its descriptor")
        return self._descriptors.popleft()

    def close(self) -> None:
        self._end.close()
        while self._descriptors:
            os.close(self._descriptors.popleft())

    def _more(self, until: float | None, watched: int) -> bytes:
        poll = select.poll()
        poll.register(self._end, select.POLLIN)
        if watched >= 0:
            poll.register(watched, select.POLLIN)
        left = _left(until)
        ready = dict(poll.poll(None if left is None else 1000 * left))
        if not ready:
            raise TimeoutError("no answer in time")
        if self._end.fileno() not in ready:
            return b""  # it has ended, and all that it said has been read
        if not self._takes:
            return self._end.recv(_CHUNK)
        data, descriptors, _, _ = socket.recv_fds(self._end, _CHUNK, _MOST_DESCRIPTORS, socket.MSG_CMSG_CLOEXEC)
        self._descriptors.extend(descriptors)
        return data


def _left(until: float | None) -> float | None:
    """Seconds; never 0, which would mean to a socket that it must not wait. Raises TimeoutError."""
    if until is None:
        return None
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError("no time is left")
    return left
