"""The sections and symbols of a cubin: what the linker made, read from its product."""

from __future__ import annotations

import struct
from dataclasses import dataclass

_SYMBOLS = 2  # SHT_SYMTAB
_ENTRY = struct.Struct("<IBBHQQ")  # Elf64_Sym: name, info, other, section, value, size


@dataclass(frozen=True, slots=True)
class _Section:
    name: int
    kind: int
    offset: int
    size: int
    link: int  # of a table of symbols: the section that holds their names


def sections(image: bytes) -> dict[str, int]:
    """Section name → size in bytes. Raises ValueError where the image is not a 64-bit little-endian ELF file."""
    headers, names = _headers(image)
    return {_text(image, names.offset + one.name): one.size for one in headers}


def symbols(image: bytes) -> dict[str, bool]:
    """Symbol → whether it is defined in the image. Raises ValueError as `sections` does."""
    headers, _ = _headers(image)
    found: dict[str, bool] = {}
    for table in (one for one in headers if one.kind == _SYMBOLS):
        names = headers[table.link].offset
        for place in range(table.offset, table.offset + table.size, _ENTRY.size):
            name, _, _, section, _, _ = _ENTRY.unpack_from(image, place)
            found[_text(image, names + name)] = section != 0
    return found


def _headers(image: bytes) -> tuple[list[_Section], _Section]:
    """Those of all sections, and the one whose section holds the names of sections."""
    if image[:6] != b"\x7fELF\x02\x01":
        raise ValueError("a cubin is a 64-bit little-endian ELF file")
    (table,) = struct.unpack_from("<Q", image, 40)
    size, count, names = struct.unpack_from("<HHH", image, 58)
    raw = [struct.unpack_from("<IIQQQQI", image, table + size * i) for i in range(count)]
    headers = [_Section(name, kind, offset, length, link) for name, kind, _, _, offset, length, link in raw]
    return headers, headers[names]


def _text(image: bytes, start: int) -> str:
    return image[start : image.index(b"\0", start)].decode("ascii")
