"""What crosses the wall, read as if an enemy had written it: nothing but a FrameError comes of it."""

from __future__ import annotations

import json
import struct
from contextlib import suppress

import numpy as np

from app.devices import interpreted
from app.devices.cards import messages
from app.devices.cards.job import Held, Job, Measure
from app.devices.program import ending
from app.devices.records import Argument, Launch
from app.devices.untrusted import findings_from
from app.errors import FrameError
from app.findings import Kind
from app.program.passing import unpack as passed
from app.program.requests import read_request
from app.protocol.frames import Frame, Reader, decode, encode
from app.protocol.signature import pack, unpack
from tests.fuzz.target import table_of

SOURCE = "from numba import cuda\n@cuda.jit\ndef k(a, out):\n    out[0] = a[0]\n"
JOB = Job(b"", "k", (1,), (32,), "area", (Held("a"), Held("out")), ("out",), measured=Measure())
ARGUMENTS = (
    Argument("a", np.zeros(2, np.float32)),
    Argument("out", np.zeros(2, np.float32), is_output=True, holds_input=False),
)
ASKED = Launch((1,), (32,), coverage=True, record=(0, 0, 0))


def framed(data: bytes) -> bytes:
    """A frame out of a line of JSON and what follows it: its two lengths are right, so that the rest is looked at."""
    header, _, raw = data.partition(b"\n")
    return struct.pack("<II", 4 + len(header) + len(raw), len(header)) + header + raw


def stream(data: bytes) -> None:
    """Bytes as they come, cut where the first of them says: the same frames in one piece and in several."""
    whole, pieces = _frames([data[1:]]), _frames(_cut(data[1:], data[0] if data else 0))
    assert list(map(encode, whole)) == list(map(encode, pieces))


def frame(data: bytes) -> None:
    """A frame that is read is written and read again as the same."""
    try:
        read = decode(framed(data))
    except FrameError:
        return
    json.dumps([read.kind, dict(read.data)], ensure_ascii=False).encode()  # of half a character nothing can be stored
    written = encode(read)
    assert encode(decode(written)) == written
    with suppress(FrameError):
        listed = unpack(read.data.get("parameters"), read.arrays)
        fields, arrays = pack(listed)
        assert unpack(fields, arrays) == listed


def request(data: bytes) -> None:
    """What a learner's host program says to its device, and in the end of itself."""
    try:
        said = decode(framed(data))
    except FrameError:
        return
    with suppress(FrameError):
        read_request(said)
    with suppress(FrameError):
        passed(said.data.get("value"), said.arrays, "value")
    ending.read(said, SOURCE, (1, np.zeros(2)))  # nothing at all: a lie is a verdict


def executor(data: bytes) -> None:
    """What an executor answers, beside which a stranger's device code has run."""
    told = table_of(data)
    for kind in ("ran", "ready", "peaks"):
        said = Frame(kind, dict(told))  # type: ignore[arg-type]  # what JSON holds is Plain
        for read in (lambda f: messages.ran(f, JOB), lambda f: messages.ready(f, 0), messages.peaks):
            with suppress(FrameError):
                read(said)


def interpreter(data: bytes) -> None:
    """What the interpreter's process answers; each finding that is accepted can be kept as JSON."""
    try:
        said = decode(framed(data))
    except FrameError:
        return
    with suppress(FrameError):
        interpreted.result([said], SOURCE, ARGUMENTS, ASKED)
    with suppress(FrameError):
        for finding in findings_from(said.data.get("findings"), SOURCE, frozenset(Kind)):
            json.dumps(finding.to_plain(), allow_nan=False)


def _cut(data: bytes, at: int) -> list[bytes]:
    """In pieces of 1 to 256 bytes."""
    return [data[begin : begin + at + 1] for begin in range(0, len(data), at + 1)]


def _frames(pieces: list[bytes]) -> list[Frame]:
    reader, frames = Reader(1 << 16), []
    with suppress(FrameError):
        for piece in pieces:
            frames.extend(reader.feed(piece))  # those before a broken one too
        reader.finish()
    return frames
