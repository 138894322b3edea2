"""The few calls that Python does not wrap, through ctypes, so that no compiler is needed where we run."""

from __future__ import annotations

import ctypes
import os
import platform
import sys

from app.sandbox import syscalls

PR_SET_PDEATHSIG = 1
PR_GET_PDEATHSIG = 2
PR_GET_DUMPABLE = 3
PR_SET_DUMPABLE = 4
PR_SET_KEEPCAPS = 8
PR_SET_NO_NEW_PRIVS = 38
PR_GET_NO_NEW_PRIVS = 39

if sys.platform != "linux":
    raise ImportError(f"the sandbox needs Linux, and this is {sys.platform}")
# A program of 32 bits has other numbers for its calls than the kernel of 64 bits under it.
MACHINE = platform.machine() if sys.maxsize > 1 << 32 else f"a Python of 32 bits on {platform.machine()}"
_LIBC = ctypes.CDLL(None, use_errno=True)
_LIBC.syscall.restype = ctypes.c_long
_LIBC.prctl.restype = ctypes.c_int


def prctl(option: int, argument: int = 0) -> int:
    """prctl(2) with its unused arguments zero, as newer options insist. Raises OSError."""
    zero = ctypes.c_ulong(0)
    result: int = _LIBC.prctl(ctypes.c_int(option), ctypes.c_ulong(argument), zero, zero, zero)
    return _checked(result, "prctl")


def parent_death_signal() -> int:
    """The signal that this process gets when its parent ends, or 0. Raises OSError."""
    found = ctypes.c_int()
    prctl(PR_GET_PDEATHSIG, ctypes.addressof(found))
    return found.value


def syscall(name: str, *arguments: int | ctypes.Structure | None) -> int:
    """The raw call of that name from the jail's table. Structures go by reference. Raises OSError."""
    passed = [ctypes.c_long(a) if isinstance(a, int) else None if a is None else ctypes.byref(a) for a in arguments]
    result: int = _LIBC.syscall(ctypes.c_long(syscalls.number(name, MACHINE)), *passed)
    return _checked(result, name)


def _checked(result: int, name: str) -> int:
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{name}: {os.strerror(error)}")
    return result
