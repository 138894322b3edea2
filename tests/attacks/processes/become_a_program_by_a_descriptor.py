"""Become a program that is named by a descriptor.

It is the call that a filter of names does not know.

Stopped by: seccomp, landlock
"""

import ctypes
import fcntl
import os

from calls import make


def attack(facts):
    fcntl.fcntl(1, fcntl.F_SETFD, 0)
    program = os.open("/bin/echo", os.O_PATH)
    argv = (ctypes.c_char_p * 3)(b"echo", facts["marker"].encode(), None)
    make("execveat", program, b"", argv, None, 0x1000)
