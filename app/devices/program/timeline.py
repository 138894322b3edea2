"""When each call of a program would have run on a GPU: a model, and named so wherever it is shown.

There are two engines that copy, one each way, and one that computes; each does one thing at a time, and so does each
stream. The default stream waits for all others, and they for it. The host goes on where a call is asynchronous. The
figures are round ones for an H200 on PCIe 5 x16; docs/host-programs.md says what follows from them.
"""

from __future__ import annotations

from app.devices.program.calls import Engine

CALL_US = 2.0  # the host's part of any call
ALLOC_US = 20.0
COPY_US = 8.0  # before the first byte
PINNED_BYTES_PER_US = 50_000.0
PAGEABLE_BYTES_PER_US = 12_000.0
DEVICE_BYTES_PER_US = 4_000_000.0  # read or written
LAUNCH_US = 3.0  # before the first thread
STATEMENTS_PER_US = 100_000.0  # of a source, by whole warps: 132 × 4 schedulers, some 8 instructions each

Span = tuple[float, float]


class Timeline:
    """Microseconds from the program's start. Only calls move its clock: Python between them costs nothing."""

    def __init__(self) -> None:
        self.host = 0.0
        self._streams: dict[int, float] = {0: 0.0}
        self._engines: dict[Engine, float] = {}
        self._events: dict[int, float] = {}

    def on_host(self, microseconds: float = CALL_US) -> Span:
        """A call that nothing else waits for."""
        start, self.host = self.host, self.host + microseconds
        return start, self.host

    def copied(self, engine: Engine, nbytes: int, stream: int, *, pinned: bool) -> Span:
        """A copy between host and device. Only one in a stream, with pinned memory, lets the host go on."""
        rate = PINNED_BYTES_PER_US if pinned else PAGEABLE_BYTES_PER_US
        return self._placed(engine, stream, COPY_US + nbytes / rate, waits=not (stream and pinned))

    def computed(self, moved: int, statements: int, stream: int, took_us: float | None = None) -> Span:
        """A kernel: as long as it took, or else as its memory accesses or its statements take, whichever is more."""
        work = LAUNCH_US + max(moved / DEVICE_BYTES_PER_US, statements / STATEMENTS_PER_US)
        return self._placed("compute", stream, work if took_us is None else took_us, waits=False)

    def synchronized(self, stream: int | None) -> Span:
        """The host waits for a stream, or for everything where it is None or the default one."""
        start = self.host
        self.host = max(start + CALL_US, self._ready(stream or 0))
        return start, self.host

    def recorded(self, event: int, stream: int) -> Span:
        self._events[event] = max(self.host, self._ready(stream))
        return self.on_host()

    def awaited(self, event: int, stream: int) -> Span:
        """A stream, not the host, waits for an event; one that was never recorded is no reason to wait."""
        self._streams[stream] = max(self._streams.get(stream, 0.0), self._events.get(event, 0.0))
        return self.on_host()

    def reached(self, event: int) -> Span:
        """The host waits for an event."""
        start = self.host
        self.host = max(start + CALL_US, self._events.get(event, 0.0))
        return start, self.host

    def elapsed(self, start: int, end: int) -> float | None:
        """Milliseconds between two events; None where one was never recorded."""
        if start not in self._events or end not in self._events:
            return None
        return (self._events[end] - self._events[start]) / 1000

    def _placed(self, engine: Engine, stream: int, microseconds: float, *, waits: bool) -> Span:
        self.host += CALL_US
        start = max(self.host, self._engines.get(engine, 0.0), self._ready(stream))
        end = start + microseconds
        self._streams[stream] = self._engines[engine] = end
        if waits:
            self.host = end
        return start, end

    def _ready(self, stream: int) -> float:
        if stream == 0:
            return max(self._streams.values())
        return max(self._streams.get(stream, 0.0), self._streams[0])
