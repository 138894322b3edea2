"""System call numbers by machine, x86-64 first and aarch64 second; None where a machine has no such call."""

from __future__ import annotations

from collections.abc import Mapping

from app.sandbox.layers import Layer, LayerError

Table = Mapping[str, tuple[int | None, int | None]]
AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

# What the jail itself calls, before the filter is up.
JAIL: Table = {
    "capset": (126, 91),
    "close_range": (436, 436),
    "landlock_create_ruleset": (444, 444),
    "landlock_add_rule": (445, 445),
    "landlock_restrict_self": (446, 446),
    "seccomp": (317, 277),
    "setgroups": (116, 159),
    "setresgid": (119, 149),
    "setresuid": (117, 147),
}

# What a child may call: enough to compute, to read what Landlock leaves, and to write to the pipes that it holds.
ALLOWED: Table = {
    "read": (0, 63),
    "readv": (19, 65),
    "pread64": (17, 67),
    "write": (1, 64),
    "writev": (20, 66),
    "lseek": (8, 62),
    "close": (3, 57),
    "dup": (32, 23),
    "dup2": (33, None),
    "dup3": (292, 24),
    "fcntl": (72, 25),
    "ioctl": (16, 29),
    "open": (2, None),
    "openat": (257, 56),
    "stat": (4, None),
    "fstat": (5, 80),
    "lstat": (6, None),
    "newfstatat": (262, 79),
    "statx": (332, 291),
    "access": (21, None),
    "faccessat": (269, 48),
    "faccessat2": (439, 439),
    "readlink": (89, None),
    "readlinkat": (267, 78),
    "getdents64": (217, 61),
    "getcwd": (79, 17),
    "mmap": (9, 222),
    "munmap": (11, 215),
    "mprotect": (10, 226),
    "mremap": (25, 216),
    "madvise": (28, 233),
    "brk": (12, 214),
    "futex": (202, 98),
    "nanosleep": (35, 101),
    "clock_nanosleep": (230, 115),
    "clock_gettime": (228, 113),
    "clock_getres": (229, 114),
    "gettimeofday": (96, 169),
    "time": (201, None),
    "times": (100, 153),
    "getrusage": (98, 165),
    "poll": (7, None),
    "ppoll": (271, 73),
    "select": (23, None),
    "pselect6": (270, 72),
    "sched_yield": (24, 124),
    "restart_syscall": (219, 128),
    "getcpu": (309, 168),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "rt_sigpending": (127, 136),
    "sigaltstack": (131, 132),
    "getpid": (39, 172),
    "getppid": (110, 173),
    "gettid": (186, 178),
    "getuid": (102, 174),
    "geteuid": (107, 175),
    "getgid": (104, 176),
    "getegid": (108, 177),
    "getresuid": (118, 148),
    "getresgid": (120, 150),
    "getgroups": (115, 158),
    "uname": (63, 160),
    "sysinfo": (99, 179),
    "getrandom": (318, 278),
    "sched_getaffinity": (204, 123),
    "prlimit64": (302, 261),
    "getrlimit": (97, 163),
    "prctl": (157, 167),
    "exit": (60, 93),
    "exit_group": (231, 94),
}

# What an executor needs beside that: threads, the wire to its parent, and what libcuda calls while it makes a context.
EXECUTOR: Table = {
    **ALLOWED,
    "clone": (56, 220),
    "set_robust_list": (273, 99),
    "rseq": (334, 293),
    "sendto": (44, 206),
    "recvfrom": (45, 207),
    "sendmsg": (46, 211),
    "recvmsg": (47, 212),
    "socket": (41, 198),
    "bind": (49, 200),
    "listen": (50, 201),
    "pipe2": (293, 59),
    "eventfd2": (290, 19),
    "memfd_create": (319, 279),
    "ftruncate": (77, 46),
    "mbind": (237, 235),
    "get_mempolicy": (239, 236),
}

# What a program needs beside ALLOWED to take a child's place and start; which program it is, is Landlock's to say.
PROGRAM: Table = {
    **ALLOWED,
    "execve": (59, 221),
    "arch_prctl": (158, None),
    "set_tid_address": (218, 96),
    "set_robust_list": (273, 99),
    "rseq": (334, 293),
}

# Refused to an executor with ENOENT, for with EPERM libcuda gives up: no MPS server runs, and the links in /dev/char
# that it would renew are not there.
ABSENT: Table = {"connect": (42, 203), "unlink": (87, None), "unlinkat": (263, 35)}

# Refused with ENOSYS, because glibc then falls back to an older call, which is refused with EPERM.
UNKNOWN: Table = {"clone3": (435, 435)}


def number(name: str, machine: str) -> int:
    """The number of a call that the jail makes. Raises LayerError on a machine that has no table."""
    found = numbers(JAIL, machine).get(name)
    assert found is not None, name
    return found


def numbers(table: Table, machine: str) -> dict[str, int]:
    """The calls of a table that this machine has. Raises LayerError on a machine that has no table."""
    if machine not in AUDIT_ARCH:
        raise LayerError(Layer.SECCOMP, f"there is no table of system calls for {machine}, only for x86_64 and aarch64")
    column = list(AUDIT_ARCH).index(machine)
    return {name: found for name, pair in table.items() if (found := pair[column]) is not None}
