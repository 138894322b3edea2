"""What all devices of host programs share: handles and sizes are checked, and everything else is done or refused.

One request is answered at a time, in order, so that streams and events are handles and no more: whoever records the
calls works out when each of them would have run.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Generic

import numpy as np

from app.findings import Plain
from app.program.memory import MOST_BYTES, A, Memory, RefusedError, shaped
from app.program.refusals import refused_sizes, too_much_shared
from app.program.requests import (
    Alloc,
    Assign,
    Clock,
    Elapsed,
    Fill,
    Free,
    Launch,
    Make,
    Mark,
    MemoryInfo,
    Read,
    Region,
    Request,
    Synchronize,
    Value,
    Write,
    read_request,
)
from app.protocol.frames import Frame
from app.simt.limits import SHARED_BYTES

DONE = "done"


class Answering(ABC, Generic[A]):
    """Answers every request with "done" or "refused". A device says where bytes lie and how a kernel runs."""

    def __init__(self, arch: str, most: int = MOST_BYTES) -> None:
        self.memory: Memory[A] = Memory(self.make, most)
        self.arch = arch
        self._made: dict[str, int] = {"stream": 0, "event": 0}

    @abstractmethod
    def make(self, nbytes: int) -> A:
        """Room for so many bytes, which hold UNWRITTEN. Raises RefusedError."""

    @abstractmethod
    def drop(self, found: A) -> None:
        """Nobody has it any more."""

    @abstractmethod
    def read(self, found: A, offset: int, nbytes: int) -> np.ndarray:
        """Bytes, which need not be a copy."""

    @abstractmethod
    def write(self, found: A, offset: int, data: np.ndarray) -> None: ...

    @abstractmethod
    def fill(self, found: A, offset: int, nbytes: int, value: int) -> None: ...

    @abstractmethod
    def launch(self, request: Launch, touched: Sequence[A | None]) -> dict[str, Plain]:
        """Run a kernel: its findings, what it printed, what it cost. `touched` is the memory of each `regions_of`."""

    def images(self, memory: Sequence[A]) -> list[np.ndarray]:
        """The bytes of each, as they are now, for as long as one launch takes."""
        return [self.read(found, 0, found.nbytes).copy() for found in memory]

    def answer(self, frame: Frame) -> Frame:
        """Raises FrameError for what is no request, and MemoryError."""
        return self.done(read_request(frame))

    def done(self, request: Request) -> Frame:
        try:
            return self._done(request)
        except RefusedError as refused:
            return refused.frame()

    def _done(self, request: Request) -> Frame:
        match request:
            case Alloc(nbytes):
                return Frame(DONE, {"handle": self.memory.alloc(nbytes)})
            case Free(handle):
                self.drop(self.memory.free(handle))
            case Write(handle, offset, data, stream):
                self._check(0, stream)
                found = self.memory.at(handle, offset, data.nbytes)
                self.write(found, offset, data)
                found.held = True
            case Read(handle, offset, nbytes, stream):
                self._check(0, stream)
                found = self.memory.at(handle, offset, nbytes)
                return Frame(DONE, {"held": found.held}, {"data": self.read(found, offset, nbytes)})
            case Fill(handle, offset, nbytes, value, stream):
                self._check(0, stream)
                found = self.memory.at(handle, offset, nbytes)
                self.fill(found, offset, nbytes, value)
                found.held = True
            case Assign(target, source, stream):
                self._check(0, stream)
                self._assign(target, source)
            case Launch():
                return self._launched(request)
            case Make(what):
                self._made[what] += 1
                return Frame(DONE, {"handle": self._made[what]})
            case MemoryInfo():
                return Frame(DONE, {"free": self.memory.most - self.memory.used, "total": self.memory.most})
            case Mark(_, event, stream):
                self._check(event, stream)
            case Synchronize(what, handle):
                self._check(handle if what == "event" else 0, handle if what == "stream" else 0)
            case Clock():
                pass  # the relay has it
            case Elapsed():
                raise RefusedError(  # the relay has the clock and answers it itself: nobody of ours asks here
                    "NotImplementedError", "unsupported.host", "there is no clock here", what="elapsed_time"
                )
        return Frame(DONE)

    def assign(self, target: Region, found: A, source: Region, of: A | None) -> None:
        """Copy by way of the host, which knows every dtype, stride and broadcast. `of` is the memory of `source`."""
        (low, high), (first, last) = target.extent, source.extent
        image = self.read(found, low, high - low)
        other = np.zeros(0, np.uint8) if of is None else self.read(of, first, last - first)
        assigned(shaped(target, image, low), shaped(source, other, first))
        self.write(found, low, image)

    def _check(self, event: int, stream: int) -> None:
        if event > self._made["event"] or stream > self._made["stream"]:
            raise RefusedError("CudaAPIError", "host_error.handle", "there is no such stream or event")

    def _assign(self, target: Region, source: Region) -> None:
        found, of = self.memory.around(target), self.memory.around(source)
        if found is None:
            nothing = np.zeros(0, np.uint8)
            like = nothing if of is None else np.zeros(of.nbytes, np.uint8)
            assigned(shaped(target, nothing, 0), shaped(source, like, 0))
            return
        self.assign(target, found, source, of)
        found.held = True

    def _launched(self, request: Launch) -> Frame:
        self._check(0, request.stream)
        if request.shared > SHARED_BYTES:
            raise too_much_shared(request.shared)
        touched = [self.memory.around(region) for region in regions_of(request.arguments)]
        refused_sizes(request, self.arch)
        kept = [(at, found) for at, found in enumerate(touched) if found is not None]
        were = self.images([found for _, found in kept])
        told = self.launch(request, touched)
        changed: list[object] = []
        for (at, found), was in zip(kept, were, strict=True):
            found.held = True
            if not same(was, self.read(found, 0, found.nbytes)):
                changed.append(at)
        return Frame(DONE, {**told, "changed": changed})


def regions_of(arguments: Sequence[Value]) -> Iterator[Region]:
    """The arrays among the arguments of a launch, those within tuples too, in order."""
    for argument in arguments:
        if isinstance(argument, Region):
            yield argument
        elif isinstance(argument, tuple):
            yield from regions_of(argument)


def same(left: np.ndarray, right: np.ndarray) -> bool:
    """Whether as many bytes are equal, eight at a time."""
    whole = left.size // 8 * 8
    wide = left[:whole].view(np.uint64), right[:whole].view(np.uint64)
    return np.array_equal(*wide) and np.array_equal(left[whole:], right[whole:])


def assigned(left: np.ndarray, right: np.ndarray) -> None:
    """Put one array into another one of the host. Raises RefusedError where they do not fit."""
    try:
        with np.errstate(all="ignore"):
            left[...] = right.astype(left.dtype, casting="unsafe")
    except (TypeError, ValueError) as error:
        raise RefusedError("ValueError", "host_error.assign", str(error)) from None
