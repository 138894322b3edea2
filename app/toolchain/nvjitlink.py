"""nvJitLink by ctypes: PTX to a cubin, without a GPU or a driver.

The vendor's own Python binding lives in the package `cuda`, which only the GPU executor imports.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

PTX, LIBRARY = 2, 6  # nvJitLinkInputType


class LinkError(Exception):
    """nvJitLink refused; the text is its log."""


@dataclass(frozen=True, slots=True)
class Product:
    cubin: bytes
    log: str  # what `-verbose` tells of registers and spills


def library(pattern: str) -> Path:
    """The file of that name among NVIDIA's wheels. Raises FileNotFoundError."""
    spec = find_spec("nvidia")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        for path in sorted(Path(folder).glob(f"*/lib/{pattern}")):
            return path
    raise FileNotFoundError(f"{pattern} is in none of the installed nvidia wheels")


def build(texts: Sequence[str], options: Sequence[str], libraries: Sequence[Path] = ()) -> Product:
    """Assemble PTX texts and link them. Raises LinkError."""
    native = ctypes.CDLL(str(library("libnvJitLink.so.*")))
    handle = ctypes.c_void_p()
    encoded = [option.encode() for option in options]
    if native.nvJitLinkCreate(ctypes.byref(handle), len(encoded), (ctypes.c_char_p * len(encoded))(*encoded)):
        raise LinkError("nvJitLink does not know one of its options")
    try:
        _feed(native, handle, [text.encode() for text in texts], libraries)
        return Product(_read(native, handle, "LinkedCubin"), _text(native, handle, "InfoLog"))
    finally:
        native.nvJitLinkDestroy(ctypes.byref(handle))


def _feed(native: ctypes.CDLL, handle: ctypes.c_void_p, texts: Sequence[bytes], libraries: Sequence[Path]) -> None:
    failed = 0
    for text in texts:
        failed = failed or native.nvJitLinkAddData(handle, PTX, text, ctypes.c_size_t(len(text)), b"kernel")
    for path in libraries:
        failed = failed or native.nvJitLinkAddFile(handle, LIBRARY, str(path).encode())
    if failed or native.nvJitLinkComplete(handle):
        raise LinkError(_text(native, handle, "ErrorLog"))


def _read(native: ctypes.CDLL, handle: ctypes.c_void_p, what: str) -> bytes:
    size = ctypes.c_size_t()
    getattr(native, f"nvJitLinkGet{what}Size")(handle, ctypes.byref(size))
    buffer = ctypes.create_string_buffer(max(size.value, 1))
    getattr(native, f"nvJitLinkGet{what}")(handle, buffer)
    return buffer.raw[: size.value]


def _text(native: ctypes.CDLL, handle: ctypes.c_void_p, what: str) -> str:
    return _read(native, handle, what).decode("utf-8", "replace").rstrip("\0")
