"""Keep memory from being swapped.

What is locked is lost to all others.

Stopped by: seccomp, rlimits
"""

import ctypes
import mmap

from calls import make


def attack(facts):
    page = mmap.mmap(-1, 4096)
    make("mlock", ctypes.addressof(ctypes.c_char.from_buffer(page)), 4096)
