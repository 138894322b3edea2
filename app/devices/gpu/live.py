"""A host program's device on a GPU, call by call: each is done, and its faults are known, when it is answered."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Self

import numpy as np

from app.devices.gpu.answer import GpuError
from app.devices.gpu.driving import Driving
from app.devices.gpu.packing import Lying, words
from app.findings import Finding, Kind, Plain, Severity
from app.program.answering import DONE, Answering, regions_of
from app.program.memory import UNWRITTEN, Allocation, RefusedError, no_room, rounded
from app.program.requests import (
    Alloc,
    Assign,
    Clock,
    Code,
    Fill,
    Free,
    Launch,
    Make,
    Mark,
    Read,
    Region,
    Request,
    Synchronize,
    Value,
    Write,
)
from app.protocol.frames import Frame

STDOUT = 65_536  # characters of what a kernel prints that are sent back
KEPT = 512 << 20
ADDRESS = 4  # the place of an array's address among its words
Step = Alloc | Free | Write | Read | Fill | Assign | Launch | Make | Mark | Synchronize | Clock


class Placed(Allocation):
    """An allocation that lies at an address of the card."""

    def __init__(self, nbytes: int, address: int) -> None:
        super().__init__(nbytes)
        self.address = address


class Live(Answering[Placed]):
    """`steps` are what was done, in order, and `seen` digests of what was copied to the host meanwhile; both are given
    up, and `whole` is false, where all copies together move more than KEPT bytes.

    GpuError comes out of it where a kernel has cost the context, and with it everything.
    """

    def __init__(self, driver: Driving, arch: str, most: int) -> None:
        super().__init__(arch, most)
        self.steps: list[Step] = []
        self.seen: list[bytes] = []
        self.whole = True
        self._moved = 0
        self._driver = driver
        self._kept = np.empty(0, np.uint8)
        self._marks = driver.event(), driver.event()

    def done(self, request: Request) -> Frame:
        said = super().done(request)
        if said.kind == DONE:
            self._remember(request, said)
        return said

    def make(self, nbytes: int) -> Placed:
        try:
            address = self._driver.take(nbytes)
        except GpuError as error:
            if error.status != "no_memory":
                raise
            raise no_room(nbytes, 0) from None
        if nbytes:
            self._driver.set(address, UNWRITTEN, nbytes, 0)
        return Placed(nbytes, address)

    def drop(self, found: Placed) -> None:
        self._driver.give(found.address)

    def read(self, found: Placed, offset: int, nbytes: int) -> np.ndarray:
        data = np.empty(nbytes, np.uint8)
        if nbytes:
            self._driver.get(data, found.address + offset, 0)
        return data

    def write(self, found: Placed, offset: int, data: np.ndarray) -> None:
        if data.size:
            self._driver.put(found.address + offset, data, 0)

    def fill(self, found: Placed, offset: int, nbytes: int, value: int) -> None:
        if nbytes:
            self._driver.set(found.address + offset, value, nbytes, 0)
            self._driver.settle()

    def assign(self, target: Region, found: Placed, source: Region, of: Placed | None) -> None:
        if of is None or not plain(target, source):
            super().assign(target, found, source, of)
            return
        nbytes = target.size * target.dtype.itemsize
        self._driver.move(found.address + target.offset, of.address + source.offset, nbytes, 0)
        self._driver.settle()

    def images(self, memory: Sequence[Placed]) -> list[np.ndarray]:
        """In memory that is used again: the system gives fresh pages more slowly than the card copies."""
        ends = np.cumsum([0, *(rounded(found.nbytes) for found in memory)])
        if ends[-1] > self._kept.size:
            self._kept = np.empty(ends[-1], np.uint8)
        made = [self._kept[end : end + found.nbytes] for end, found in zip(ends, memory, strict=False)]
        for found, image in zip(memory, made, strict=True):
            if image.size:
                self._driver.get(image, found.address, 0)
        return made

    def launch(self, request: Launch, touched: Sequence[Placed | None]) -> dict[str, Plain]:
        if request.code is None:
            raise RefusedError("NotImplementedError", "unsupported.host", "a GPU runs no source", what=request.entry)
        regions = zip(regions_of(request.arguments), touched, strict=True)
        addresses = [0 if found is None else found.address + region.offset for region, found in regions]
        took = self._run(request, request.code, addresses)
        findings: list[object] = [finding.to_plain() for finding in self._crossed(request, touched)]
        printed = self._driver.printed()[:STDOUT]
        return {"findings": findings, "stdout": printed, "moved": 0, "statements": 0, "took_us": took}

    def state(self) -> list[np.ndarray]:
        """The bytes of all memory that is not freed."""
        return [self.read(found, 0, found.nbytes) for found in self.memory.given()]

    def close(self) -> None:
        """Give everything back, wiped."""
        for found in self.memory.given():
            self._driver.give(found.address)
        self._driver.drop((), self._marks)

    def _run(self, request: Launch, code: Code, addresses: Sequence[int]) -> float:
        """Microseconds."""
        start, end = self._marks
        with Records(self._driver) as records:
            try:
                packed, places = words_of(request.arguments, records)
                begin = self._driver.ready(code, request.grid, request.block, request.shared, packed)
                self._driver.record(start, 0)
                begin(0, dict(zip(places, addresses, strict=True)))
            except GpuError as error:
                raise _refused(error) from None
            self._driver.record(end, 0)
            self._driver.settle()
        return self._driver.passed(start, end)

    def _crossed(self, request: Launch, touched: Sequence[Placed | None]) -> Iterator[Finding]:
        names = list(_named(request))
        memory = {found.address: names[at] for at, found in reversed(list(enumerate(touched))) if found is not None}
        for name, bands in zip(memory.values(), self._driver.crossed(list(memory)), strict=True):
            for band in bands:
                args: dict[str, Plain] = {"name": name, "side": band.side, "bytes": band.bytes, "first": band.first}
                yield Finding(Kind.OUT_OF_BOUNDS, Severity.ERROR, None, "out_of_bounds.guard", args)

    def _remember(self, request: Request, said: Frame) -> None:
        if isinstance(request, Write | Read):
            self._moved += request.data.nbytes if isinstance(request, Write) else request.bytes
        if self._moved > KEPT:
            self.whole = False
            self.steps.clear()
            self.seen.clear()
            return
        if isinstance(request, Read):
            self.seen.append(digest(said.arrays["data"]))
        if isinstance(request, Step) and not (isinstance(request, Synchronize) and request.query):
            self.steps.append(request)


class Records:
    """Memory for arguments that are records, which a kernel takes by their address."""

    def __init__(self, driver: Driving) -> None:
        self._driver = driver
        self._taken: list[int] = []

    def __call__(self, array: np.ndarray) -> int:
        data = np.frombuffer(array.tobytes(), np.uint8)
        self._taken.append(self._driver.alloc(data.nbytes))
        self._driver.put(self._taken[-1], data, 0)
        return self._taken[-1]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:  # otherwise the context may be gone, and its memory with it
            self.free()

    def free(self) -> None:
        while self._taken:
            self._driver.free(self._taken.pop())


def words_of(arguments: Sequence[Value], records: Records) -> tuple[list[np.generic], list[int]]:
    """A kernel's parameters without the addresses of its arrays, and the places where these belong, in order."""
    made: list[np.generic] = []
    places: list[int] = []
    for argument in arguments:
        if isinstance(argument, Region):
            places.append(len(made) + ADDRESS)
            made += words(Lying(0, argument.dtype.itemsize, argument.shape, argument.strides), records)
        elif isinstance(argument, tuple):
            inner, within = words_of(argument, records)
            places += [len(made) + place for place in within]
            made += inner
        else:
            made += words(argument, records)
    return made, places


def plain(target: Region, source: Region) -> bool:
    """Whether an assignment is a copy of bytes that lie side by side."""
    same = target.dtype == source.dtype and target.shape == source.shape and target.strides == source.strides
    if not same or target.handle == source.handle:  # a copy within one memory may overlap
        return False
    low, high = target.extent
    return low == target.offset and high - low == target.size * target.dtype.itemsize


def digest(data: np.ndarray) -> bytes:
    return hashlib.blake2b(data.data, digest_size=16).digest()


def _named(request: Launch) -> Iterator[str]:
    """The name of the parameter in which each array lies."""
    for at, argument in enumerate(request.arguments):
        name = request.names[at] if at < len(request.names) else f"argument {at + 1}"
        yield from _arrays(argument, name)


def _arrays(argument: Value, name: str) -> Iterator[str]:
    if isinstance(argument, tuple):
        for inner in argument:
            yield from _arrays(inner, name)
    elif isinstance(argument, Region):
        yield name


def _refused(error: GpuError) -> Exception:
    """What a launch that the driver does not begin is to the program; a lost context is lost."""
    match error.status:
        case "grid_too_large":
            text = "the blocks of this grid wait for one another, and do not all fit on the device at once"
            return RefusedError("CudaAPIError", "launch_config.together", text)
        case "launch_refused":
            return RefusedError("CudaAPIError", "launch_config.gpu", f"the driver refuses: {error}", word=str(error))
        case "no_memory":
            return no_room(0, 0)
    return error
