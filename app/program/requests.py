"""What host code asks of a device: one frame a request, read as everything that comes over the wall.

The protocol knows of no device: memory is bytes behind handles, an array is a `Region` of such memory, a kernel is a
source with an entry. Handles are positive; 0 is the default stream, and the memory of an array without elements.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, cast

import numpy as np

from app.errors import FrameError
from app.findings import Plain
from app.protocol.frames import Frame

MOST = 1 << 62  # no size or offset is larger
MAX_DIMS = 32
MAX_ARGUMENTS = 256
MAX_SOURCE = 256 << 10  # characters
NAME = 200
MAX_SYMBOL = 64 << 10  # numba writes the types of all arguments into it

Sizes = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Region:
    """An array in device memory. `offset` and `strides` are bytes; the first element lies at `offset`."""

    handle: int
    offset: int
    shape: Sizes
    strides: Sizes
    dtype: np.dtype

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def extent(self) -> tuple[int, int]:
        """The first byte that it touches, and the one after the last; (0, 0) without elements."""
        if not self.size:
            return 0, 0
        reach = [(size - 1) * stride for size, stride in zip(self.shape, self.strides, strict=True)]
        low = self.offset + sum(step for step in reach if step < 0)
        return low, self.offset + sum(step for step in reach if step > 0) + self.dtype.itemsize

    def plain(self) -> dict[str, object]:
        return {
            "handle": self.handle,
            "offset": self.offset,
            "shape": list(self.shape),
            "strides": list(self.strides),
        }


@dataclass(frozen=True, slots=True)
class Alloc:
    bytes: int


@dataclass(frozen=True, slots=True)
class Free:
    handle: int


@dataclass(frozen=True, slots=True)
class Write:
    """Host to device. `pinned` host memory can be copied beside other work; `implicit` copies stand in no program."""

    handle: int
    offset: int
    data: np.ndarray  # uint8
    stream: int
    pinned: bool
    implicit: bool


@dataclass(frozen=True, slots=True)
class Read:
    """Device to host."""

    handle: int
    offset: int
    bytes: int
    stream: int
    pinned: bool
    implicit: bool


@dataclass(frozen=True, slots=True)
class Fill:
    handle: int
    offset: int
    bytes: int
    value: int
    stream: int


@dataclass(frozen=True, slots=True)
class Assign:
    """Device to device, element by element; `source` is broadcast to the shape of `target`."""

    target: Region
    source: Region
    stream: int


Value = Region | np.generic | tuple["Value", ...]


@dataclass(frozen=True, slots=True)
class Code:
    """A kernel as a GPU takes it. The blocks of one that is launched `together` wait for one another."""

    cubin: bytes
    symbol: str
    together: bool


@dataclass(frozen=True, slots=True)
class Launch:
    """`grid` and `block` are as the program gave them, one to three integers each: the device judges them."""

    source: str
    entry: str
    grid: Sizes
    block: Sizes
    shared: int
    stream: int
    arguments: tuple[Value, ...]
    tasks: int = 0  # threads that are wanted, where whoever knows the registers may choose another block
    names: tuple[str, ...] = ()  # of the kernel's parameters, as the program says
    declared: bool = False  # the program gave the types beforehand: it is compiled before any launch
    code: Code | None = None  # never from a program: only who compiled it says it


@dataclass(frozen=True, slots=True)
class Make:
    """A new stream or event; its handle is the answer."""

    what: Literal["stream", "event"]


@dataclass(frozen=True, slots=True)
class Mark:
    """Record an event in a stream, or have a stream wait for it."""

    what: Literal["record", "wait"]
    event: int
    stream: int


@dataclass(frozen=True, slots=True)
class Synchronize:
    """Wait for everything, a stream or an event; `query` only asks whether one would have to wait."""

    what: Literal["all", "stream", "event"]
    handle: int
    query: bool


@dataclass(frozen=True, slots=True)
class Elapsed:
    """Milliseconds between two events."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Clock:
    """The time on the host."""


@dataclass(frozen=True, slots=True)
class MemoryInfo:
    """Free and total bytes."""


Request = (
    Alloc | Free | Write | Read | Fill | Assign | Launch | Make | Mark | Synchronize | Elapsed | Clock | MemoryInfo
)  # fmt: skip


def read_request(frame: Frame) -> Request:
    """Raises FrameError for whatever is no request."""
    reader = _READERS.get(frame.kind)
    if reader is None:
        raise FrameError(f"no device knows what {frame.kind[:40]!r} is")
    return reader(_Fields(frame))


def line_of(frame: Frame, lines: int) -> int | None:
    """The line of the program that asks; None where it says none that the program has."""
    line = frame.data.get("line")
    return line if type(line) is int and 1 <= line <= lines else None


class _Fields:
    """A frame's data, field by field, each of the type that it should have."""

    def __init__(self, frame: Frame) -> None:
        self.data, self.arrays = frame.data, frame.arrays

    def integer(self, name: str, low: int = 0, high: int = MOST) -> int:
        return _integer(self.data.get(name), low, high)

    def flag(self, name: str) -> bool:
        return _flag(self.data.get(name))

    def text(self, name: str, longest: int) -> str:
        value = self.data.get(name)
        if not isinstance(value, str) or len(value) > longest:
            raise FrameError(f"{name} is a text of at most {longest} characters")
        return value

    def sizes(self, name: str) -> Sizes:
        found = _sizes(self.data.get(name), 3)
        if not found:
            raise FrameError(f"{name} is one to three integers")
        return found

    def bytes(self, name: str) -> np.ndarray:
        return _bytes(self.arrays, name)

    def region(self, name: str) -> Region:
        return _region(self.data.get(name), self.arrays, name)


def _integer(value: Plain | object, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise FrameError(f"an integer from {low} to {high} is wanted")
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise FrameError("true or false is wanted")
    return value


def _sizes(value: object, most: int) -> Sizes:
    if not isinstance(value, list) or len(value) > most:
        raise FrameError(f"at most {most} integers are wanted")
    return tuple(_integer(size, -MOST, MOST) for size in value)


def _bytes(arrays: Mapping[str, np.ndarray], name: str) -> np.ndarray:
    array = arrays.get(name)
    if array is None or array.dtype != np.uint8 or array.ndim != 1:
        raise FrameError("what is copied are bytes")
    return array


def _region(value: object, arrays: Mapping[str, np.ndarray], name: str) -> Region:
    """`name` is that of an empty array, in whose header the dtype rides."""
    carrier = arrays.get(name)
    if not isinstance(value, dict) or carrier is None:
        raise FrameError("an array on the device is a table, and has a dtype")
    shape, strides = _sizes(value.get("shape"), MAX_DIMS), _sizes(value.get("strides"), MAX_DIMS)
    if len(shape) != len(strides) or any(size < 0 for size in shape):
        raise FrameError("an array has a stride for each of its sizes, and none of these is negative")
    return Region(
        _integer(value.get("handle"), 0, MOST), _integer(value.get("offset"), 0, MOST), shape, strides, carrier.dtype
    )


def _launch(fields: _Fields) -> Launch:
    listed = fields.data.get("arguments")
    if not isinstance(listed, list) or len(listed) > MAX_ARGUMENTS:
        raise FrameError(f"arguments are a list of at most {MAX_ARGUMENTS}")
    return Launch(
        source=fields.text("source", MAX_SOURCE),
        entry=fields.text("entry", NAME),
        grid=fields.sizes("grid"),
        block=fields.sizes("block"),
        shared=fields.integer("shared", -MOST),
        stream=fields.integer("stream"),
        arguments=tuple(_value(entry, fields.arrays, f"argument{at}") for at, entry in enumerate(listed)),
        tasks=fields.integer("tasks") if "tasks" in fields.data else 0,
        names=_names(fields.data.get("names", [])),
        declared="declared" in fields.data and fields.flag("declared"),
        code=_code(fields) if "symbol" in fields.data else None,
    )


def _names(listed: Plain | object) -> tuple[str, ...]:
    if not isinstance(listed, list) or len(listed) > MAX_ARGUMENTS:
        raise FrameError(f"names are a list of at most {MAX_ARGUMENTS}")
    if not all(isinstance(name, str) and len(name) <= NAME for name in listed):
        raise FrameError("a name is a short text")
    return tuple(map(str, listed))


def _code(fields: _Fields) -> Code:
    return Code(fields.bytes("cubin").tobytes(), fields.text("symbol", MAX_SYMBOL), fields.flag("together"))


def _value(entry: object, arrays: Mapping[str, np.ndarray], name: str, depth: int = 0) -> Value:
    match entry:
        case "scalar":
            array = arrays.get(name)
            if array is None or array.shape != ():
                raise FrameError("a scalar is an array without dimensions")
            return cast("np.generic", array[()])
        case list() if depth < 4 and len(entry) <= MAX_ARGUMENTS:
            return tuple(_value(inner, arrays, f"{name}.{at}", depth + 1) for at, inner in enumerate(entry))
        case dict():
            return _region(entry, arrays, name)
    raise FrameError("an argument is an array, a scalar or a tuple of them")


def _mark(what: Literal["record", "wait"], fields: _Fields) -> Mark:
    return Mark(what, fields.integer("event", 1), fields.integer("stream"))


def _synchronize(fields: _Fields) -> Synchronize:
    match fields.data.get("what"):
        case "all" | "stream" | "event" as what:
            return Synchronize(what, fields.integer("handle"), fields.flag("query"))
    raise FrameError("one waits for everything, a stream or an event")


def _make(fields: _Fields) -> Make:
    match fields.data.get("what"):
        case "stream" | "event" as what:
            return Make(what)
    raise FrameError("a stream or an event can be made")


_READERS: Mapping[str, Callable[[_Fields], Request]] = {
    "alloc": lambda f: Alloc(f.integer("bytes")),
    "free": lambda f: Free(f.integer("handle", 1)),
    "write": lambda f: Write(
        f.integer("handle"), f.integer("offset"), f.bytes("data"), f.integer("stream"), f.flag("pinned"),
        f.flag("implicit"),
    ),
    "read": lambda f: Read(
        f.integer("handle"), f.integer("offset"), f.integer("bytes"), f.integer("stream"), f.flag("pinned"),
        f.flag("implicit"),
    ),
    "fill": lambda f: Fill(
        f.integer("handle"), f.integer("offset"), f.integer("bytes"), f.integer("value", 0, 255), f.integer("stream")
    ),
    "assign": lambda f: Assign(f.region("target"), f.region("source"), f.integer("stream")),
    "launch": _launch,
    "make": _make,
    "record": lambda f: _mark("record", f),
    "wait": lambda f: _mark("wait", f),
    "synchronize": _synchronize,
    "elapsed": lambda f: Elapsed(f.integer("start", 1), f.integer("end", 1)),
    "clock": lambda _: Clock(),
    "memory": lambda _: MemoryInfo(),
}  # fmt: skip
