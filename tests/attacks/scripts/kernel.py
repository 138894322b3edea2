"""Reach parts of the kernel that computing does not need, where its own faults are found."""

import ctypes
import mmap
import os
import platform

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
REFUSED = (1, 38)  # EPERM, ENOSYS
COLUMN = {"x86_64": 0, "aarch64": 1}
NUMBERS = {
    "io_uring_setup": (425, 425),
    "userfaultfd": (323, 282),
    "memfd_create": (319, 279),
    "keyctl": (250, 219),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
    "personality": (135, 92),
    "timer_create": (222, 107),
    "eventfd2": (290, 19),
    "epoll_create1": (291, 20),
    "timerfd_create": (283, 85),
    "signalfd4": (289, 74),
    "name_to_handle_at": (303, 264),
    "openat2": (437, 437),
    "pidfd_open": (434, 434),
    "unshare": (272, 97),
    "seccomp": (317, 277),
    "landlock_create_ruleset": (444, 444),
}


def reach(name, *arguments):
    """Make the call; whatever the kernel answers except a refusal says that it was reached."""
    number = NUMBERS[name][COLUMN[platform.machine()]]
    if libc.syscall(number, *arguments) < 0 and ctypes.get_errno() in REFUSED:
        raise PermissionError(f"{name}: {os.strerror(ctypes.get_errno())}")


def io_uring(facts):
    """Stopped by: seccomp"""
    reach("io_uring_setup", 0, None)


def faults_in_user_space(facts):
    """Stopped by: seccomp"""
    reach("userfaultfd", 1)


def memory_files(facts):
    """Stopped by: seccomp"""
    reach("memfd_create", b"x", 0)


def keyrings(facts):
    """Stopped by: seccomp"""
    reach("keyctl", 0, -3, 0)


def shared_memory(facts):
    """Stopped by: seccomp"""
    reach("shmget", 0, 0, 0)


def message_queues(facts):
    """Stopped by: seccomp"""
    reach("msgget", 0x7E57, 0)


def semaphores(facts):
    """Stopped by: seccomp"""
    reach("semget", 0x7E57, 0, 0)


def posix_queues(facts):
    """Stopped by: seccomp"""
    reach("mq_open", b"none", 0)


def personality(facts):
    """Stopped by: seccomp"""
    reach("personality", 0xFFFFFFFF)


def kernel_timers(facts):
    """Stopped by: seccomp"""
    reach("timer_create", 0, None, None)


def event_descriptors(facts):
    """Stopped by: seccomp"""
    reach("eventfd2", 0, 0)
    reach("epoll_create1", 0)
    reach("timerfd_create", 1, 0)
    reach("signalfd4", -1, None, 0, 0)


def pipes(facts):
    """Stopped by: seccomp"""
    os.pipe()


def file_handles(facts):
    """Stopped by: seccomp"""
    reach("name_to_handle_at", -1, None, None, None, 0)


def newer_ways_to_open(facts):
    """Stopped by: seccomp"""
    reach("openat2", -1, None, None, 0)


def handles_of_processes(facts):
    """Stopped by: seccomp"""
    reach("pidfd_open", os.getpid(), 0)


def namespaces(facts):
    """Stopped by: seccomp"""
    reach("unshare", 0)


def more_filters(facts):
    """Stopped by: seccomp"""
    reach("seccomp", 2, 0, None)


def more_rulesets(facts):
    """Stopped by: seccomp"""
    reach("landlock_create_ruleset", None, 0, 1)


def the_other_abi(facts):
    """int 0x80 calls by the numbers of i386, where 20 asks for the process id. Stopped by: seccomp"""
    if platform.machine() != "x86_64":
        raise NotImplementedError("only x86-64 has int 0x80")
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(bytes.fromhex("b814000000cd80c3"))
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    assert ctypes.CFUNCTYPE(ctypes.c_int)(address)() == os.getpid()
