"""Frames: what processes say to each other over the wall.

A frame is `u32 rest | u32 header | header as JSON | arrays`, little-endian, where `rest` counts every byte after
itself. The JSON header names the arrays with dtype, shape and order; their raw bytes follow in that order. Nothing
here executes what it reads, and nothing is allocated before the bytes that justify it have arrived.
"""

from __future__ import annotations

import json
import math
import re
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from mmap import mmap
from typing import Any, Literal, NoReturn

import numpy as np

from app.errors import FrameError
from app.findings import Plain

MAX_BYTES = 1 << 30
MAX_HEADER = 4 << 20  # JSON may grow some twentyfold when it becomes objects
_MAX_DEPTH = 8  # records within records
_MAX_DIMENSIONS = 32
_MAX_ENTRIES = 1000  # arrays of a frame, fields of a record: each costs far more time than its bytes suggest
_ALIGNED = 64  # bytes: the first array of a frame begins at a multiple, and so does what follows one of such a size
_LENGTH = struct.Struct("<I")
_KINDS = "biufc"
# `encode` writes UTF-8, so an escaped surrogate is never ours; unpaired it could not be stored or shown.
_SURROGATE = re.compile(rb"(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F]")

Order = Literal["C", "F"]


@dataclass(frozen=True, slots=True)
class Frame:
    """One message. `data` is what JSON holds, without NaN and infinities; `arrays` are of numbers or records."""

    kind: str
    data: Mapping[str, Plain] = field(default_factory=dict)
    arrays: Mapping[str, np.ndarray] = field(default_factory=dict)


def encode(frame: Frame) -> bytes:
    """The frame as bytes. An array that is Fortran- and not C-contiguous keeps its order; any other becomes C.

    Raises FrameError for what a frame cannot hold.
    """
    return b"".join(pieces(frame))


def pieces(frame: Frame) -> list[bytes | memoryview]:
    """What `encode` gives, in pieces, of which the larger ones are the arrays' own memory. Raises as `encode` does."""
    entries: list[object] = []
    parts: list[memoryview] = []
    for name, array in frame.arrays.items():
        entry, raw = _packed(name, np.asanyarray(array))
        entries.append(entry)
        parts.append(raw)
    try:
        text = json.dumps(
            {"kind": frame.kind, "data": dict(frame.data), "arrays": entries},
            ensure_ascii=False,
            allow_nan=False,
            separators=(",", ":"),
        )
    except (TypeError, ValueError, RecursionError) as error:
        raise FrameError(f"a frame of kind {frame.kind!r} holds what JSON cannot: {error}") from None
    header = text.encode("utf-8", "replace")
    header += b" " * (-(8 + len(header)) % _ALIGNED)
    if len(header) > MAX_HEADER:
        raise FrameError(f"the header of a frame of kind {frame.kind!r} has {len(header)} bytes; {MAX_HEADER} fit")
    rest = 4 + len(header) + sum(map(len, parts))
    if rest > MAX_BYTES:
        raise FrameError(f"a frame of kind {frame.kind!r} has {rest} bytes; {MAX_BYTES} fit")
    return [_LENGTH.pack(rest), _LENGTH.pack(len(header)), header, *parts]


def decode(data: bytes | bytearray | memoryview | mmap, *, fresh: bool = True) -> Frame:
    """Read exactly one frame. Raises FrameError on anything else.

    Its arrays are fresh and writable; unless they need not be `fresh`, then those that can lie where they are.
    """
    view = memoryview(data)
    if len(view) < 8:
        raise FrameError("a frame is at least 8 bytes long")
    (rest,) = _LENGTH.unpack(view[:4])
    (size,) = _LENGTH.unpack(view[4:8])
    if rest != len(view) - 4:
        raise FrameError(f"the frame announces {rest} bytes and has {len(view) - 4}")
    if size > min(MAX_HEADER, rest - 4):
        raise FrameError(f"the header announces {size} bytes")
    kind, values, entries = _header(bytes(view[8 : 8 + size]))
    return Frame(kind, values, _arrays(entries, view[8 + size :], fresh=fresh))


class Reader:
    """Frames out of a stream of bytes that may be cut anywhere, and may come from an enemy."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self.max_bytes = max_bytes
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[Frame]:
        """The frames that these bytes complete. Raises FrameError on garbage or on a frame over `max_bytes`.

        After a FrameError the stream has no meaning any more.
        """
        self._buffer += data
        while len(self._buffer) >= 4:
            (rest,) = _LENGTH.unpack_from(self._buffer)
            if not 4 < rest <= self.max_bytes - 4:
                raise FrameError(f"a frame announces {rest} bytes; {self.max_bytes - 4} are allowed")
            if len(self._buffer) < 4 + rest:
                return
            with memoryview(self._buffer)[: 4 + rest] as whole:
                frame = decode(whole)
            del self._buffer[: 4 + rest]
            yield frame

    def finish(self) -> None:
        """Say that the stream has ended. Raises FrameError if it ended within a frame."""
        if self._buffer:
            raise FrameError(f"the stream ended {len(self._buffer)} bytes into a frame")


def _packed(name: str, array: np.ndarray) -> tuple[list[object], memoryview]:
    order: Order = "F" if array.flags.f_contiguous and not array.flags.c_contiguous else "C"
    little = array.dtype.newbyteorder("<")
    if little != array.dtype:
        array = array.astype(little)
    entry: list[object] = [name, _described(array.dtype), list(array.shape), order]
    if _has_gaps(array.dtype):
        array = _cleared(array, order)
    flat = np.ascontiguousarray(array if order == "C" else array.T).reshape(-1)
    return entry, flat.view(np.uint8).data if flat.size else memoryview(b"")


def _has_gaps(dtype: np.dtype) -> bool:
    """Whether an item has bytes that belong to none of its fields."""
    if dtype.subdtype is not None:
        return _has_gaps(dtype.subdtype[0])
    fields: Mapping[str, tuple[Any, ...]] = dtype.fields or {}
    end = 0
    for name in sorted(dtype.names or (), key=lambda name: int(fields[name][1])):
        kind, offset = fields[name][:2]
        if offset > end or _has_gaps(kind):
            return True
        end = max(end, offset + kind.itemsize)
    return bool(fields) and end < dtype.itemsize


def _cleared(array: np.ndarray, order: Order) -> np.ndarray:
    """A copy with zeros between the fields. NumPy's own leaves there what its memory held before, of whatever owner.

    So does its `zeros_like`, which is why this one begins as bytes.
    """
    clear = np.zeros(array.size * array.itemsize, np.uint8).view(array.dtype).reshape(array.shape, order=order)
    _copy_fields(clear, array)
    return clear


def _copy_fields(target: np.ndarray, source: np.ndarray) -> None:
    for name in source.dtype.names or ():
        _copy_fields(target[name], source[name])
    if not source.dtype.names:
        target[...] = source


def _described(dtype: np.dtype) -> object:
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return {"base": _described(base), "shape": list(shape)}
    if dtype.fields is not None:
        fields = [[name, *_placed(dtype.fields[name])] for name in dtype.names or ()]
        return {"fields": fields, "itemsize": dtype.itemsize, "aligned": dtype.isalignedstruct}
    if dtype.kind not in _KINDS:
        raise FrameError(f"an array of {dtype} cannot be put in a frame")
    return dtype.str


def _placed(field: tuple[object, ...]) -> tuple[object, object]:
    dtype, offset = field[:2]  # a title would come third; no kernel asks for one
    assert isinstance(dtype, np.dtype)
    return _described(dtype), offset


def _header(raw: bytes) -> tuple[str, dict[str, Plain], object]:
    if _SURROGATE.search(raw):
        raise FrameError("the header escapes a surrogate")
    try:
        # Of bytes, json.loads takes UTF-16 and surrogates in UTF-8 too.
        header = json.loads(raw.decode(), parse_constant=_not_finite, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise FrameError(f"the header is not JSON: {error}") from None
    if not isinstance(header, dict) or header.keys() != {"kind", "data", "arrays"}:
        raise FrameError("the header is not that of a frame")
    if not isinstance(header["kind"], str) or not isinstance(header["data"], dict):
        raise FrameError("the header's kind is a string and its data a table")
    return header["kind"], header["data"], header["arrays"]


def _not_finite(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number of JSON")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text[:20]} is beyond a float")
    return value


def _arrays(entries: object, raw: memoryview, *, fresh: bool) -> dict[str, np.ndarray]:
    if not isinstance(entries, list) or len(entries) > _MAX_ENTRIES:
        raise FrameError(f"the header's arrays are a list of at most {_MAX_ENTRIES}")
    arrays: dict[str, np.ndarray] = {}
    for entry in entries:
        match entry:
            case [str(name), described, list(shape), "C" | "F" as order] if name not in arrays:
                arrays[name], raw = _unpacked(described, shape, "F" if order == "F" else "C", raw, fresh=fresh)
            case _:
                raise FrameError("an array is announced as name, dtype, shape and order")
    if len(raw):
        raise FrameError(f"{len(raw)} bytes belong to no array")
    return arrays


def _unpacked(
    described: object, shape: list[object], order: Order, raw: memoryview, *, fresh: bool
) -> tuple[np.ndarray, memoryview]:
    dtype = _dtype(described)
    sizes = _shape(shape)
    count = math.prod(sizes)
    size = count * dtype.itemsize
    if size > len(raw):
        raise FrameError(f"an array announces {size} bytes where {len(raw)} are left")
    try:
        if count == 0:
            return np.empty(sizes, dtype, order=order), raw
        flat = np.frombuffer(raw, dtype, count)
        array, usable = flat.reshape(sizes, order=order), flat.flags.aligned and flat.flags.writeable
        return array if usable and not fresh else array.copy(order="K"), raw[size:]
    except (ValueError, TypeError, MemoryError, OverflowError) as error:
        raise FrameError(f"an array cannot be made: {error}") from None


def _shape(shape: list[object]) -> tuple[int, ...]:
    if len(shape) > _MAX_DIMENSIONS:
        raise FrameError(f"an array has {len(shape)} dimensions")
    return tuple(_count(size) for size in shape)


def _count(value: object) -> int:
    if type(value) is not int or not 0 <= value <= MAX_BYTES:
        raise FrameError("a size is an integer from 0 to the largest frame")
    return value


def _dtype(described: object, depth: int = 0) -> np.dtype:
    if depth > _MAX_DEPTH:
        raise FrameError("records are nested too deep")
    try:
        match described:
            case str(text) if re.fullmatch(r"[<|][biufc]\d{1,2}", text):
                dtype = np.dtype(text)
            case {"base": base, "shape": list(shape), **others} if not others:
                dtype = np.dtype((_dtype(base, depth + 1), _shape(shape)))
            case {"fields": list(fields), "itemsize": itemsize, "aligned": bool(aligned), **others} if not others:
                dtype = _record(fields, _count(itemsize), depth, aligned=aligned)
            case _:
                raise FrameError("an array's dtype is not one of numbers or records")
    except (ValueError, TypeError, OverflowError) as error:
        raise FrameError(f"an array's dtype has no sense: {error}") from None
    if dtype.itemsize == 0:
        raise FrameError("an array's items have no size")
    return dtype


def _record(fields: list[object], itemsize: int, depth: int, *, aligned: bool) -> np.dtype:
    """Numba compiles other code for a record that is laid out as C would, and NumPy's equality does not tell."""
    if len(fields) > _MAX_ENTRIES:
        raise FrameError(f"a record has {len(fields)} fields; {_MAX_ENTRIES} are allowed")
    names: list[str] = []
    formats: list[np.dtype] = []
    offsets: list[int] = []
    for entry in fields:
        match entry:
            case [str(name), described, offset]:
                names.append(name)
                formats.append(_dtype(described, depth + 1))
                offsets.append(_count(offset))
            case _:
                raise FrameError("a field is announced as name, dtype and offset")
    spelled: Any = {"names": names, "formats": formats, "offsets": offsets, "itemsize": itemsize}
    made: np.dtype = np.dtype(spelled, align=aligned)
    return made
