"""Free what was never allocated.

What breaks then, breaks anywhere.

Held by: fresh child
Ends: crashed
"""

import ctypes

from calls import libc


def attack(facts):
    libc.free(ctypes.c_void_p(0x1234567))
