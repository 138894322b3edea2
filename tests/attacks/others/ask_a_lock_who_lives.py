"""Take a lock of which the word says that some process holds it, one number after the other.

The kernel looks the process up, whosever it is: it says of a number that there is nobody, and of every other number
something else. On the way it goes through locks that inherit priorities, where kernels have had their worst faults.

Stopped by: seccomp
"""

import ctypes

from calls import make

LOCK, PRIVATE, NOBODY = 6, 0x80, 0x3FFFFFFF


def attack(facts):
    word, moment = ctypes.c_uint32(NOBODY), (ctypes.c_long * 2)(0, 0)
    try:
        make("futex", ctypes.addressof(word), LOCK | PRIVATE, 0, moment, None, 0)
    except ProcessLookupError:
        return
