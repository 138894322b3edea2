"""A picture of a film as PNG, for pages without scripts: levels are indices of a palette, 0 is transparent.

So it stands on a light page and on a dark one alike.
"""

from __future__ import annotations

import struct
import zlib

from app.course.film import FAULTY, MIDDLE, NOTHING

_UP, _DOWN, _BODY, _FAULT = b"\xd8\x60\x1a", b"\x28\x74\xd6", b"\x78\x81\x8d", b"\xd0\x28\x8c"
_SOFT = 0.7  # what is weak is seen better than in proportion
_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def png(levels: bytes, width: int, height: int) -> bytes:
    """`levels` are the bytes of one picture, row by row from the top."""
    rows = b"".join(b"\0" + levels[at : at + width] for at in range(0, width * height, width))
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)  # 8 bits a pixel, by palette
    chunks = (b"IHDR", header), (b"PLTE", _colours()), (b"tRNS", _opacities()), (b"IDAT", zlib.compress(rows, 6))
    return _SIGNATURE + b"".join(_chunk(name, data) for name, data in (*chunks, (b"IEND", b"")))


def _colours() -> bytes:
    named = {NOTHING: _BODY, FAULTY: _FAULT}
    return b"".join(named.get(level, _UP if level > MIDDLE else _DOWN) for level in range(256))


def _opacities() -> bytes:
    shares = [abs(level - MIDDLE) / MIDDLE if level < NOTHING else 1.0 for level in range(256)]
    return bytes(round(255 * share**_SOFT) for share in shares)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
