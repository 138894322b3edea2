"""Wake whoever waits at an address of a library that this and other jobs have mapped.

The answer says how many have been woken. Two jobs that run at the same time can talk this way, without a file that
either may write to.

Stopped by: seccomp
An executor may: yes
"""

import ctypes
import mmap
import os

from calls import libc, make


def attack(facts):
    with open(os.__file__, "rb") as library:
        libc.mmap.restype = ctypes.c_long
        page = libc.mmap(None, 4096, mmap.PROT_READ, mmap.MAP_SHARED, library.fileno(), 0)
    make("futex", page, 1, 1, None, None, 0)
