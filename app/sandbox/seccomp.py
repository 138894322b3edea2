"""seccomp: the system calls that a child may make, as a classic BPF program.

The program is made once, in the zygote; a child only hands it to the kernel. What is not listed fails with EPERM. A
call in a foreign ABI (i386, x32) kills, because its numbers mean other calls.
"""

from __future__ import annotations

import ctypes
import errno
import struct
from dataclasses import dataclass

from app.sandbox import libc, syscalls

ALLOW = 0x7FFF0000
KILL = 0x80000000
REFUSE = 0x00050000 | errno.EPERM
UNKNOWN = 0x00050000 | errno.ENOSYS

_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_NUMBER_AT, _ARCH_AT, _ARGUMENTS_AT = 0, 4, 16  # offsets in struct seccomp_data
_X32 = 0x40000000
_SET_MODE_FILTER, _TSYNC = 1, 1

Instruction = tuple[int, int, int, int]  # code, jump if true, jump if false, operand


@dataclass(frozen=True, slots=True)
class Argument:
    """A condition on one argument. The kernel looks at 32 bits of an int and at 64 of a pointer, and so do we."""

    index: int
    values: tuple[int, ...]
    is_pointer: bool = False


CONDITIONS: dict[str, tuple[Argument, ...]] = {
    # Duplicating and flags; not locks, leases, owners of signals or pipe sizes.
    "fcntl": (Argument(1, (0, 1, 2, 3, 4, 1030)),),
    # TCGETS is how Python asks whether a file is a terminal, FIOCLEX how it closes on exec.
    "ioctl": (Argument(1, (0x5401, 0x5451)),),
    # Asking about oneself: PR_GET_PDEATHSIG, PR_GET_DUMPABLE, PR_GET_NO_NEW_PRIVS.
    "prctl": (Argument(0, (libc.PR_GET_PDEATHSIG, libc.PR_GET_DUMPABLE, libc.PR_GET_NO_NEW_PRIVS)),),
    # Reading one's own limits.
    "prlimit64": (Argument(0, (0,)), Argument(2, (0,), is_pointer=True)),
    "sched_getaffinity": (Argument(0, (0,)),),
}


def program(machine: str) -> list[Instruction]:
    """The filter of one machine. Raises LayerError on a machine that has no table."""
    allowed = syscalls.numbers(syscalls.ALLOWED, machine)
    lines: list[Instruction] = [
        (_LOAD, 0, 0, _ARCH_AT),
        (_EQUAL, 1, 0, syscalls.AUDIT_ARCH[machine]),
        (_RETURN, 0, 0, KILL),
        (_LOAD, 0, 0, _NUMBER_AT),
        (_AT_LEAST, 0, 1, _X32),
        (_RETURN, 0, 0, KILL),
    ]
    for name, number in allowed.items():
        block = _block(CONDITIONS.get(name, ()))
        lines += [(_EQUAL, 0, len(block), number), *block]
    for number in syscalls.numbers(syscalls.UNKNOWN, machine).values():
        lines += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, UNKNOWN)]
    return [*lines, (_RETURN, 0, 0, REFUSE)]


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


class Filter:
    """The program of this machine in the kernel's form."""

    def __init__(self) -> None:
        lines = program(libc.MACHINE)
        self._program = _Program(len(lines), b"".join(struct.pack("<HBBI", *line) for line in lines))

    def install(self) -> None:
        """Put every thread of this process, for good, behind the filter. Raises OSError."""
        if libc.syscall("seccomp", _SET_MODE_FILTER, _TSYNC, self._program):
            raise OSError(errno.ESRCH, "seccomp: a thread could not be put behind the filter")


def _block(conditions: tuple[Argument, ...]) -> list[Instruction]:
    """Instructions that return: ALLOW where all conditions hold, else REFUSE."""
    lines: list[Instruction] = [(_RETURN, 0, 0, ALLOW)]
    for condition in reversed(conditions):
        low = _ARGUMENTS_AT + 8 * condition.index
        test = _test(low, condition.values)
        if condition.is_pointer:
            test = [*_test(low + 4, (0,)), *test]
        lines = test + lines
    return lines


def _test(offset: int, values: tuple[int, ...]) -> list[Instruction]:
    """Instructions that fall through where the word at `offset` is one of the values, else return REFUSE."""
    count = len(values)
    compares: list[Instruction] = [(_EQUAL, count - at, 0, value) for at, value in enumerate(values)]
    return [(_LOAD, 0, 0, offset), *compares, (_RETURN, 0, 0, REFUSE)]
