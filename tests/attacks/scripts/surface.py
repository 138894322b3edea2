"""Call every number that there may be."""

import ctypes
import os
import platform

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long


def call_all_others(facts):
    """Print the numbers up to 1000, except the listed ones, that the kernel answered with anything but a refusal.

    On x86-64, 335 and 336 return from probes that a debugger has set; the kernel lets them past every filter, and
    answers a call from anywhere else with SIGILL.
    """
    probes = (335, 336) if platform.machine() == "x86_64" else ()
    reached = []
    for number in range(1000):
        if number not in facts["listed"] and number not in probes:
            result = libc.syscall(number, -1, -1, -1, -1, -1, -1)
            if result != -1 or ctypes.get_errno() not in (1, 38):
                reached.append(number)
    print("reached:", reached)


def call_x32(facts):
    """getpid by the numbers of x32."""
    if platform.machine() != "x86_64":
        raise NotImplementedError("only x86-64 has x32")
    libc.syscall(0x40000000 | 39)
    print(os.getpid())
