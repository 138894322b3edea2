"""What the model's second-level cache still holds: whole arrays, the one that was used longest ago goes first.

It is simpler than a real one. An array is in it with all of its bytes or not at all, by the bytes from its first to its
last element; copies between host and device leave it alone.
"""

from __future__ import annotations

from collections.abc import Iterable

from app.program.requests import Region

CACHE_BYTES = 50_000_000

Piece = tuple[int, int, int]  # the handle of its memory, its first byte and the one after its last


class Cache:
    """`used` says what was there, and puts it to the front."""

    def __init__(self, most: int = CACHE_BYTES) -> None:
        self._most = most
        self._held: dict[Piece, int] = {}  # bytes, those used last at the end
        self._bytes = 0  # of all of them: a program may have made pieces without number

    def used(self, pieces: Iterable[Piece]) -> float:
        """The share of these bytes that lies here, 0 to 1. Afterwards all of them do, as far as there is room."""
        sizes = {piece: piece[2] - piece[1] for piece in pieces if piece[2] > piece[1]}
        there = sum(nbytes for piece, nbytes in sizes.items() if piece in self._held)
        for piece, nbytes in sizes.items():
            self._bytes += nbytes - self._held.pop(piece, 0)
            self._held[piece] = nbytes
        while self._bytes > self._most:
            self._bytes -= self._held.pop(next(iter(self._held)))
        total = sum(sizes.values())
        return there / total if total else 0.0


def pieces(*regions: Region) -> list[Piece]:
    return [(region.handle, *region.extent) for region in regions]
