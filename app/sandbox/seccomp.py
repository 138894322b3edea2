"""seccomp: the system calls that a child may make, as a classic BPF program.

There are three lists: for what handles learner code, for a GPU's executor, and for a child whose place one listed
program takes. The program is made once, before any job; a child only hands it to the kernel. What is not listed fails
with EPERM. A call in a foreign ABI (i386, x32) kills, because its numbers mean other calls.
"""

from __future__ import annotations

import ctypes
import errno
import socket
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from app.sandbox import libc, syscalls

ALLOW = 0x7FFF0000
KILL = 0x80000000
REFUSE = 0x00050000 | errno.EPERM
UNKNOWN = 0x00050000 | errno.ENOSYS
ABSENT = 0x00050000 | errno.ENOENT

_LOAD, _AND, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
_NUMBER_AT, _ARCH_AT, _ARGUMENTS_AT = 0, 4, 16  # offsets in struct seccomp_data
_X32 = 0x40000000
_SET_MODE_FILTER, _TSYNC = 1, 1

Instruction = tuple[int, int, int, int]  # code, jump if true, jump if false, operand


@dataclass(frozen=True, slots=True)
class Argument:
    """A condition on one argument. The kernel looks at 32 bits of an int and at 64 of a pointer, and so do we.

    It holds for each of `values`, and for what is some (mask, value) of `masked` after the mask.
    """

    index: int
    values: tuple[int, ...]
    is_pointer: bool = False
    masked: tuple[tuple[int, int], ...] = ()


Conditions = Mapping[str, tuple[Argument, ...]]
# Wait, wake, requeue, each also by bits: not the locks that inherit priorities, which look a process up by its number.
_FUTEX = (0, 1, 3, 4, 5, 9, 10)
_FUTEX_PRIVATE, _FUTEX_REALTIME = 0x80, 0x100
# A negative number is the processor time of another process, or a descriptor.
_OWN_CLOCK = (Argument(0, (), masked=((1 << 31, 0),)),)
CONDITIONS: Conditions = {
    # Duplicating and flags; not locks, leases, owners of signals or pipe sizes.
    "fcntl": (Argument(1, (0, 1, 2, 3, 4, 1030)),),
    # TCGETS is how Python asks whether a file is a terminal, FIOCLEX how it closes on exec.
    "ioctl": (Argument(1, (0x5401, 0x5451)),),
    # Asking about oneself: PR_GET_PDEATHSIG, PR_GET_DUMPABLE, PR_GET_NO_NEW_PRIVS.
    "prctl": (Argument(0, (libc.PR_GET_PDEATHSIG, libc.PR_GET_DUMPABLE, libc.PR_GET_NO_NEW_PRIVS)),),
    # Reading one's own limits.
    "prlimit64": (Argument(0, (0,)), Argument(2, (0,), is_pointer=True)),
    "sched_getaffinity": (Argument(0, (0,)),),
    "clock_gettime": _OWN_CLOCK,
    "clock_getres": _OWN_CLOCK,
    "clock_nanosleep": _OWN_CLOCK,
    # Private: over a file that two jobs have mapped, one could wake the other and count who waits.
    "futex": (Argument(1, tuple(_FUTEX_PRIVATE | one | clock for one in _FUTEX for clock in (0, _FUTEX_REALTIME))),),
}
_THREAD = 0x3D0F00  # the flags of glibc's pthread_create, all of them and no signal: a thread, never a process
_SEQPACKET = 0x80005  # SOCK_SEQPACKET | SOCK_CLOEXEC
_EXECUTOR_CONDITIONS: Conditions = {
    **CONDITIONS,
    # libcuda asks with one for an MPS server, and waits on one for other processes. Nobody is reached: no call connects
    # or accepts.
    "socket": (Argument(0, (socket.AF_UNIX,)), Argument(1, (_SEQPACKET,))),
    "clone": (Argument(0, (_THREAD,)),),
    # Private or not: whoever waits for a thread's end waits on one that is not.
    "futex": (
        Argument(1, (), masked=tuple((0xFFFFFFFF & ~(_FUTEX_PRIVATE | _FUTEX_REALTIME), one) for one in _FUTEX)),
    ),
    # As above, and the seals of an anonymous file: whether what the parent sent can change.
    "fcntl": (Argument(1, (0, 1, 2, 3, 4, 1030, 1033, 1034)),),
    # As above, FIONBIO, and the driver's: all of type 'F', and UVM's, which are small bare numbers and two large ones.
    "ioctl": (
        Argument(1, (0x5401, 0x5451, 0x5421, 0x30000001, 0x30000002), masked=((0xFF00, 0x4600), (0xFFFFFF00, 0))),
    ),
}


@dataclass(frozen=True, slots=True)
class Profile:
    """What one kind of process may call: by name the numbers, and the conditions on arguments.

    Calls of `absent` fail as if what they name did not exist.
    """

    allowed: syscalls.Table
    conditions: Conditions
    absent: syscalls.Table = field(default_factory=dict)


LEARNER = Profile(syscalls.ALLOWED, CONDITIONS)
EXECUTOR = Profile(syscalls.EXECUTOR, _EXECUTOR_CONDITIONS, syscalls.ABSENT)
PROGRAM = Profile(syscalls.PROGRAM, CONDITIONS)


def program(machine: str, profile: Profile = LEARNER) -> list[Instruction]:
    """The filter of one machine. Raises LayerError on a machine that has no table."""
    allowed = syscalls.numbers(profile.allowed, machine)
    lines: list[Instruction] = [
        (_LOAD, 0, 0, _ARCH_AT),
        (_EQUAL, 1, 0, syscalls.AUDIT_ARCH[machine]),
        (_RETURN, 0, 0, KILL),
        (_LOAD, 0, 0, _NUMBER_AT),
        (_AT_LEAST, 0, 1, _X32),
        (_RETURN, 0, 0, KILL),
    ]
    for name, number in allowed.items():
        block = _block(profile.conditions.get(name, ()))
        lines += [(_EQUAL, 0, len(block), number), *block]
    for table, answer in ((syscalls.UNKNOWN, UNKNOWN), (profile.absent, ABSENT)):
        for number in syscalls.numbers(table, machine).values():
            lines += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, answer)]
    return [*lines, (_RETURN, 0, 0, REFUSE)]


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


class Filter:
    """The program of this machine in the kernel's form; `lines` are another in its place."""

    def __init__(self, profile: Profile = LEARNER, lines: Sequence[Instruction] = ()) -> None:
        lines = lines or program(libc.MACHINE, profile)
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
        test = _test(low, condition.values, condition.masked)
        if condition.is_pointer:
            test = [*_test(low + 4, (0,)), *test]
        lines = test + lines
    return lines


def _test(offset: int, values: tuple[int, ...], masked: tuple[tuple[int, int], ...] = ()) -> list[Instruction]:
    """Instructions that fall through where the word at `offset` is as wanted, else return REFUSE."""
    count = len(values)
    after = 3 * len(masked)
    compares: list[Instruction] = [(_EQUAL, count + after - at, 0, value) for at, value in enumerate(values)]
    for at, (mask, value) in enumerate(masked, start=1):
        compares += [(_LOAD, 0, 0, offset), (_AND, 0, 0, mask), (_EQUAL, after - 3 * at + 1, 0, value)]
    return [(_LOAD, 0, 0, offset), *compares, (_RETURN, 0, 0, REFUSE)]
