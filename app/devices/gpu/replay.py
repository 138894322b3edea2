"""What a host program asked of its device, once more: as fast as it goes, with nobody's Python between the calls.

Streams and events are real, host memory is pinned where the program's was, and the host waits where the program did.
Device memory is fresh. Memory is freed as numba frees it: a few at a time, because freeing waits for the device.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Self

import numpy as np

from app.devices.gpu.answer import GpuError
from app.devices.gpu.driving import Begin, Driving
from app.devices.gpu.live import Records, Step, digest, plain, words_of
from app.program.answering import assigned, regions_of, same
from app.program.memory import UNWRITTEN, shaped
from app.program.requests import (
    Alloc,
    Assign,
    Clock,
    Fill,
    Free,
    Launch,
    Make,
    Mark,
    Read,
    Region,
    Synchronize,
    Write,
)

ROUNDS = 6  # the first warms up, and is left out where others count
FRESH = 2 << 30  # bytes of all allocations together
PENDING = 10  # allocations that numba frees together
Span = tuple[float, float]
_WORK = (Write, Read, Fill, Assign, Launch)


class DiffersError(Exception):
    """A replay did not do what the program had seen."""


def measured(
    driver: Driving, steps: Sequence[Step], seen: Sequence[bytes], state: Sequence[np.ndarray], seconds: float
) -> list[Span]:
    """When each step but Make began and ended: microseconds, of the median of a few replays within these seconds.

    `seen` and `state` are what the live run brought to the host, and what it left on the device. Raises DiffersError,
    GpuError.
    """
    began, runs = time.monotonic(), list[list[Span]]()
    with _buffers(driver, steps) as buffers:
        while len(runs) < ROUNDS and (not runs or (time.monotonic() - began) * (1 + 1 / len(runs)) < seconds):
            with Replay(driver, buffers) as replay:
                spans = replay.run(steps)
                replay.compare(steps, seen, state)
            runs.append(spans)
    driver.printed()
    warm = sorted(runs[1:] or runs, key=lambda spans: max((end for _, end in spans), default=0.0))
    return warm[(len(warm) - 1) // 2]


@contextmanager
def _buffers(driver: Driving, steps: Sequence[Step]) -> Iterator[dict[int, np.ndarray]]:
    """Memory of the host for every copy, by the number of its step."""
    pinned: list[np.ndarray] = []

    def room(nbytes: int) -> np.ndarray:
        pinned.append(driver.pinned(nbytes))
        return pinned[-1]

    made: dict[int, np.ndarray] = {}
    try:
        for at, step in enumerate(steps):
            if isinstance(step, Write) and step.data.size:
                made[at] = step.data
                if step.pinned:
                    made[at] = room(step.data.nbytes)
                    made[at][...] = step.data
            elif isinstance(step, Read) and step.bytes:
                made[at] = room(step.bytes) if step.pinned else np.zeros(step.bytes, np.uint8)
        yield made
    finally:
        for memory in pinned:
            driver.unpin(memory)


@dataclass(frozen=True, slots=True)
class _Place:
    """Memory that was made ready, and what the program's own call gave, which takes its time and is not used."""

    address: int
    nbytes: int
    given: int


@dataclass(frozen=True, slots=True)
class _Pair:
    """The events before and after a piece of the card's work."""

    start: int
    end: int


class Replay:
    """One round. `clock` gives seconds."""

    def __init__(
        self, driver: Driving, buffers: dict[int, np.ndarray], clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self._driver, self._buffers, self._clock = driver, buffers, clock
        self._memory: dict[int, _Place] = {}  # by handle, as are the streams and events
        self._freed: list[int] = []
        self._streams, self._events = [0], [0]
        self._fresh: list[int] = []
        self._given = 0
        self._spare: list[int] = []
        self._used: list[int] = []
        self._records = Records(driver)
        self._launches: dict[int, tuple[Begin, list[tuple[int, Region]]]] = {}
        self._began = 0.0
        self._base = 0

    def __enter__(self) -> Self:
        self._base = self._driver.event()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        if isinstance(error, GpuError) and error.status != "no_memory":
            return  # the context may be gone, and everything with it
        self._records.free()
        self._let_go()
        for address in [*self._fresh, *(place.given for place in self._memory.values())]:
            self._driver.free(address)
        events = [self._base, *self._events[1:], *self._spare, *self._used]
        self._driver.drop(self._streams[1:], events)

    def run(self, steps: Sequence[Step]) -> list[Span]:
        """When each step but Make began and ended, in microseconds."""
        driver = self._driver
        self._spare = [driver.event() for step in steps if isinstance(step, _WORK) for _ in range(2)]
        self._prepare([step.bytes for step in steps if isinstance(step, Alloc)])
        self._launches = {at: self._prepared(step) for at, step in enumerate(steps) if isinstance(step, Launch)}
        for _ in range(3):  # the first is slow, and would shift the host's times against the card's
            driver.record(self._base, 0)
            driver.settle()
        self._began = self._clock()
        found = [self._step(at, step) for at, step in enumerate(steps)]
        driver.settle()
        return [self._resolved(one) for one in found if one is not None]

    def compare(self, steps: Sequence[Step], seen: Sequence[bytes], state: Sequence[np.ndarray]) -> None:
        """Raises DiffersError."""
        empty = np.zeros(0, np.uint8)
        reads = [self._buffers.get(at, empty) for at, step in enumerate(steps) if isinstance(step, Read)]
        if [digest(data) for data in reads] != list(seen):
            raise DiffersError("it brought other bytes to the host")
        for place, was in zip(self._memory.values(), state, strict=True):
            now = np.zeros(place.nbytes, np.uint8)
            if now.size:
                self._driver.get(now, place.address, 0)
            if not same(now, was):
                raise DiffersError("it left other bytes on the device")

    def _step(self, at: int, step: Step) -> Span | _Pair | None:
        if isinstance(step, Make):
            made, new = (
                (self._streams, self._driver.stream) if step.what == "stream" else (self._events, self._driver.event)
            )
            made.append(new())
            return None
        if isinstance(step, _WORK):
            return self._worked(at, step)
        start = self._clock()
        self._on_host(step)
        end = self._clock()
        return 1e6 * (start - self._began), 1e6 * (end - self._began)

    def _on_host(self, step: Alloc | Free | Mark | Synchronize | Clock) -> None:
        """What keeps the host busy and not the card."""
        driver = self._driver
        match step:
            case Alloc(nbytes):
                self._allocate(nbytes)
            case Free(handle):
                self._freed.append(self._memory.pop(handle).given)
                if len(self._freed) > PENDING:
                    self._let_go()
            case Mark("record", event, stream):
                driver.record(self._events[event], self._streams[stream])
            case Mark("wait", event, stream):
                driver.wait(self._streams[stream], self._events[event])
            case Synchronize("all"):
                driver.settle()
            case Synchronize("stream", handle):
                driver.finish(self._streams[handle])
            case Synchronize("event", handle):
                driver.reach(self._events[handle])

    def _prepare(self, sizes: Sequence[int]) -> None:
        """Memory for each allocation, which holds what nobody wrote before the clock begins. Raises DiffersError."""
        if sum(sizes) > FRESH:
            raise DiffersError("it allocates more than is kept ready")
        for nbytes in sizes:
            self._fresh.append(self._driver.alloc(nbytes))
            if nbytes:
                self._driver.set(self._fresh[-1], UNWRITTEN, nbytes, 0)

    def _allocate(self, nbytes: int) -> None:
        try:
            given = self._driver.alloc(nbytes)
        except GpuError:
            self._let_go()
            given = self._driver.alloc(nbytes)
        self._given += 1
        self._memory[self._given] = _Place(self._fresh[self._given - 1], nbytes, given)

    def _let_go(self) -> None:
        while self._freed:
            self._driver.free(self._freed.pop())

    def _worked(self, at: int, step: Write | Read | Fill | Assign | Launch) -> _Pair:
        stream, pair = self._streams[step.stream], _Pair(self._spare.pop(), self._spare.pop())
        self._used += [pair.start, pair.end]
        begin = self._ready(at, step)  # so that between its events lies the work alone
        self._driver.record(pair.start, stream)
        begin(stream)
        self._driver.record(pair.end, stream)
        return pair

    def _ready(self, at: int, step: Write | Read | Fill | Assign | Launch) -> Callable[[int], None]:
        """What begins the work in a stream."""
        driver = self._driver
        match step:
            case Write(handle, offset) if at in self._buffers:
                return partial(driver.put, self._memory[handle].address + offset, self._buffers[at])
            case Read(handle, offset) if at in self._buffers:
                return partial(driver.get, self._buffers[at], self._memory[handle].address + offset)
            case Fill(handle, offset, nbytes, value) if nbytes:
                return partial(driver.set, self._memory[handle].address + offset, value, nbytes)
            case Assign(target, source) if target.size:
                return partial(self._assigned, target, source)
            case Launch():
                begin, arrays = self._launches[at]
                where = {place: self._address(region) + region.offset for place, region in arrays if region.size}
                return lambda stream: begin(stream, where)
        return lambda _: None

    def _prepared(self, step: Launch) -> tuple[Begin, list[tuple[int, Region]]]:
        """All of a launch that can be known before its memory is given."""
        assert step.code is not None, "a launch without code was refused"
        packed, places = words_of(step.arguments, self._records)
        begin = self._driver.ready(step.code, step.grid, step.block, step.shared, packed)
        return begin, list(zip(places, regions_of(step.arguments), strict=True))

    def _address(self, region: Region) -> int:
        return self._memory[region.handle].address if region.size else 0

    def _assigned(self, target: Region, source: Region, stream: int) -> None:
        nbytes = target.size * target.dtype.itemsize
        to, of = self._address(target), self._address(source)
        if plain(target, source):
            self._driver.move(to + target.offset, of + source.offset, nbytes, stream)
            return
        image, low = self._image(target, stream)
        other, first = self._image(source, stream)
        assigned(shaped(target, image, low), shaped(source, other, first))
        self._driver.put(to + low, image, stream)

    def _image(self, region: Region, stream: int) -> tuple[np.ndarray, int]:
        low, high = region.extent
        image = np.zeros(high - low, np.uint8)
        if image.size:
            self._driver.get(image, self._address(region) + low, stream)
        return image, low

    def _resolved(self, found: Span | _Pair) -> Span:
        if isinstance(found, _Pair):
            return self._driver.passed(self._base, found.start), self._driver.passed(self._base, found.end)
        return found
