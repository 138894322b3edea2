"""Streams and events: handles, and what they ask of the device."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from app.program.cuda.arrays import Device, stream_handle
from app.program.misuse import misuse


class Stream:
    """A queue of calls; handle 0 is the default one."""

    def __init__(self, device: Device, handle: int) -> None:
        self._device, self.handle = device, handle

    def synchronize(self) -> None:
        self._device.wire.call("synchronize", what="stream", handle=self.handle, query=False)
        self._device.ledger.waited(self.handle)

    @contextmanager
    def auto_synchronize(self) -> Iterator[Stream]:
        yield self
        self.synchronize()

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"<stream {self.handle or 'by default'}>"


class Event:
    """A mark in a stream."""

    def __init__(self, device: Device, handle: int, *, timing: bool) -> None:
        self._device, self.handle, self.timing = device, handle, timing
        self.stream: int | None = None

    def record(self, stream: object = 0) -> None:
        self.stream = stream_handle(stream)
        self._device.wire.call("record", event=self.handle, stream=self.stream)
        self._device.ledger.order.recorded(self.handle, self.stream)

    def wait(self, stream: object = 0) -> None:
        """Have a stream wait, not the host."""
        self._device.wire.call("wait", event=self.handle, stream=stream_handle(stream))
        self._device.ledger.order.awaits(stream_handle(stream), self.handle)

    def synchronize(self) -> None:
        self._ask(query=False)

    def query(self) -> bool:
        """True: where calls are answered in order, what stands before the event is done."""
        self._ask(query=True)
        return True

    def elapsed_time(self, evtend: Event) -> float:
        """Milliseconds from this event to the other one."""
        for event in (self, evtend):
            if event.stream is None:
                raise misuse("CudaAPIError", "host_error.event_unrecorded", "this event was never recorded")
            if not event.timing:
                raise misuse("CudaAPIError", "host_error.event_timing", "this event was made with timing=False")
        answer = self._device.wire.call("elapsed", start=self.handle, end=evtend.handle)
        return float(str(answer.data["milliseconds"]))

    def _ask(self, *, query: bool) -> None:
        self._device.wire.call("synchronize", what="event", handle=self.handle, query=query)
        if self.stream is not None:
            self._device.ledger.waited(self.stream)


def event_elapsed_time(evtstart: Event, evtend: Event) -> float:
    return evtstart.elapsed_time(evtend)
