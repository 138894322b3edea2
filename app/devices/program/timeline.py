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
CACHED_BYTES_PER_US = 8_000_000.0  # of what lies in the cache
LAUNCH_US = 3.0  # before the first thread
COMPILE_US = 200_000.0  # the first launch of a kernel with arguments of such types
STATEMENTS_PER_US = 100_000.0  # of a source, by whole warps: 132 × 4 schedulers, some 8 instructions each

Span = tuple[float, float]


class Timeline:
    """Microseconds from the program's start. Only calls move its clock: Python between them costs nothing.

    Compilation is in what clocks and events tell and not in the spans: a picture of them would show nothing else.
    """

    def __init__(self) -> None:
        self.host = 0.0
        self._compiling = 0.0
        self._streams: dict[int, float] = {0: 0.0}
        self._engines: dict[Engine, float] = {}
        self._events: dict[int, float] = {}
        self._stamps: dict[int, float] = {}  # what an event tells: its time and what was compiled before it

    def on_host(self, microseconds: float = CALL_US) -> Span:
        """A call that nothing else waits for."""
        start, self.host = self.host, self.host + microseconds
        return start, self.host

    def copied(self, engine: Engine, nbytes: int, stream: int, *, pinned: bool) -> Span:
        """A copy between host and device. Only one in a stream, with pinned memory, lets the host go on."""
        rate = PINNED_BYTES_PER_US if pinned else PAGEABLE_BYTES_PER_US
        return self._placed(engine, stream, COPY_US + nbytes / rate, waits=not (stream and pinned))

    def compiled(self) -> None:
        self._compiling += COMPILE_US

    @property
    def clock(self) -> float:
        """What the host's clock says."""
        return self.host + self._compiling

    def computed(
        self, moved: int, statements: int, stream: int, took_us: float | None = None, *, cached: float = 0.0
    ) -> Span:
        """A kernel: as long as it took, or else as its memory accesses or its statements take, whichever is more.

        `cached` is the share of what it moves that comes from the cache.
        """
        memory = moved * ((1 - cached) / DEVICE_BYTES_PER_US + cached / CACHED_BYTES_PER_US)
        work = LAUNCH_US + max(memory, statements / STATEMENTS_PER_US)
        return self._placed("compute", stream, work if took_us is None else took_us, waits=False)

    def synchronized(self, stream: int | None) -> Span:
        """The host waits for a stream, or for everything where it is None or the default one."""
        start = self.host
        self.host = max(start + CALL_US, self._ready(stream or 0))
        return start, self.host

    def recorded(self, event: int, stream: int) -> Span:
        self._events[event] = max(self.host, self._ready(stream))
        self._stamps[event] = self._events[event] + self._compiling
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
        if start not in self._stamps or end not in self._stamps:
            return None
        return (self._stamps[end] - self._stamps[start]) / 1000

    def over(self, event: int) -> bool:
        """Whether what stands before the event is done by now, as far as the host has waited."""
        return self._events.get(event, 0.0) <= self.host

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
