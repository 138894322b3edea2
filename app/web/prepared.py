"""A page that is rendered and compressed once and sent to many, each with a token of their own.

The page is cut where tokens stand. A deflate stream may be put together from blocks that were compressed apart, as
long as each piece ends on a byte and refers to nothing before it (a full flush, RFC 1951 and zlib's manual), and a
token is sent as a stored block. What is left to do for each request is the checksum.
"""

from __future__ import annotations

import struct
import zlib
from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock

_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"  # RFC 1952: deflate, no name, no time, system unknown
_END = b"\x03\x00"  # an empty last block
_LEVEL = 9  # once a page, so the best


class Prepared:
    """A page whose tokens are still to be filled in."""

    def __init__(self, html: str, slot: str) -> None:
        """`slot` stands in `html` wherever the token belongs. Raises ValueError where it is empty."""
        self._pieces = [piece.encode() for piece in html.split(slot)]
        self._deflated = [_flushed(piece) for piece in self._pieces]

    def plain(self, token: str) -> bytes:
        return token.encode().join(self._pieces)

    def gzip(self, token: str) -> bytes:
        """As `plain`, as one gzip member."""
        whole, stored = self.plain(token), _stored(token.encode())
        trailer = struct.pack("<II", zlib.crc32(whole), len(whole) & 0xFFFFFFFF)
        return b"".join((_HEADER, stored.join(self._deflated), _END, trailer))


def _flushed(piece: bytes) -> bytes:
    raw = zlib.compressobj(_LEVEL, wbits=-zlib.MAX_WBITS)
    return raw.compress(piece) + raw.flush(zlib.Z_FULL_FLUSH)


def _stored(token: bytes) -> bytes:
    """One uncompressed block; a length has 16 bits."""
    return b"\x00" + struct.pack("<HH", len(token), len(token) ^ 0xFFFF) + token


class Shelf:
    """The pages that were asked for last. `size`: how many are kept."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: OrderedDict[Hashable, Prepared] = OrderedDict()
        self._lock = Lock()

    def find(self, key: Hashable) -> Prepared | None:
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def keep(self, key: Hashable, page: Prepared) -> None:
        with self._lock:
            self._kept[key] = page
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)
