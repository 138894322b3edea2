"""What attacks call the kernel with. It is imported before the wall is up, because its file cannot be read later."""

import ctypes
import os
import socket
import stat

import system_calls

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long

CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_SETUID = 1, 2, 7
CAP_NET_RAW, CAP_SYS_MODULE, CAP_SYS_RAWIO, CAP_SYS_CHROOT, CAP_SYS_PTRACE = 13, 16, 17, 18, 19
CAP_SYS_PACCT, CAP_SYS_ADMIN, CAP_SYS_BOOT, CAP_SYS_NICE, CAP_SYS_TIME = 20, 21, 22, 23, 25
CAP_MKNOD, CAP_LEASE, CAP_SYSLOG = 27, 28, 34

EPERM, EACCES, ENOSYS, EAFNOSUPPORT, EPROTONOSUPPORT = 1, 13, 38, 97, 93


def called(result):
    """Raise what a call through ctypes failed with."""
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result


def make(name, *arguments):
    """Make a system call that has to succeed. A kernel that does not know it raises NotImplementedError."""
    passed = [ctypes.c_long(argument) if isinstance(argument, int) else argument for argument in arguments]
    try:
        return called(libc.syscall(ctypes.c_long(system_calls.number(name)), *passed))
    except OSError as error:
        if error.errno == ENOSYS:
            raise NotImplementedError(f"this kernel has no {name}") from error
        raise type(error)(error.errno, f"{name}: {error.strerror}") from None


def reach(name, *arguments):
    """Make a system call that need not succeed: any answer but a refusal says that the kernel looked at it."""
    try:
        make(name, *arguments)
    except PermissionError:
        raise
    except OSError:
        return


def reach_with(facts, capability, name, *arguments):
    """Reach a system call that the kernel refuses to whoever lacks a capability."""
    needs(facts, capability)
    reach(name, *arguments)


def needs(facts, capability):
    """Skip an attack that the server itself could not make."""
    if not facts["capabilities"] >> capability & 1:
        raise NotImplementedError("the server itself lacks the capability for it")


def opened(family, kind):
    """Make a socket, of a family that this kernel may lack."""
    try:
        socket.socket(family, kind).close()
    except OSError as error:
        if error.errno in (EAFNOSUPPORT, EPROTONOSUPPORT):
            raise NotImplementedError("this kernel lacks the family") from error
        raise


def is_socket(descriptor):
    """Whether it is open, and a socket."""
    try:
        return stat.S_ISSOCK(os.fstat(descriptor).st_mode)
    except OSError:
        return False
