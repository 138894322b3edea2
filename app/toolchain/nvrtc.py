"""NVRTC by ctypes: C++ of numba's own to PTX, without a GPU or a driver. No text of a learner's comes here."""

from __future__ import annotations

import ctypes

from app.toolchain.nvjitlink import library


class BuildError(Exception):
    """NVRTC refused a text that is part of this installation; its log says why."""


def compiled(source: str, arch: str) -> str:
    """PTX of functions that other code will call. Raises BuildError."""
    path = library("libnvrtc.so.*")
    native = ctypes.CDLL(str(path))
    program = ctypes.c_void_p()
    if native.nvrtcCreateProgram(ctypes.byref(program), source.encode(), b"bindings.cu", 0, None, None):
        raise BuildError("NVRTC makes no program")
    # rdc, because functions that nobody calls here would be left out
    options = [f"--gpu-architecture={arch}", f"-I{path.parent.parent / 'include'}", "-rdc=true"]
    encoded = [option.encode() for option in options]
    try:
        if native.nvrtcCompileProgram(program, len(encoded), (ctypes.c_char_p * len(encoded))(*encoded)):
            raise BuildError(_text(native, program, "ProgramLog"))
        return _text(native, program, "PTX")
    finally:
        native.nvrtcDestroyProgram(ctypes.byref(program))


def _text(native: ctypes.CDLL, program: ctypes.c_void_p, what: str) -> str:
    size = ctypes.c_size_t()
    getattr(native, f"nvrtcGet{what}Size")(program, ctypes.byref(size))
    buffer = ctypes.create_string_buffer(max(size.value, 1))
    getattr(native, f"nvrtcGet{what}")(program, buffer)
    return buffer.value.decode("utf-8", "replace")
