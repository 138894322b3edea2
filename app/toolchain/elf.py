"""The sections of a cubin and their sizes: what the linker made, read from its product."""

from __future__ import annotations

import struct


def sections(image: bytes) -> dict[str, int]:
    """Section name → size in bytes. Raises ValueError where the image is not a 64-bit little-endian ELF file."""
    if image[:6] != b"\x7fELF\x02\x01":
        raise ValueError("a cubin is a 64-bit little-endian ELF file")
    (table,) = struct.unpack_from("<Q", image, 40)
    size, count, names = struct.unpack_from("<HHH", image, 58)
    headers = [struct.unpack_from("<IIQQQQ", image, table + size * i) for i in range(count)]
    start = headers[names][4]
    return {_text(image, start + name): length for name, _, _, _, _, length in headers}


def _text(image: bytes, start: int) -> str:
    return image[start : image.index(b"\0", start)].decode("ascii")
