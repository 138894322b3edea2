"""Call the highest number that a call may have.

A filter that compares with a list of forbidden ones lets it through, and with it every call to come.

Stopped by: seccomp
Docker: refuses
"""

import ctypes

from calls import libc


def attack(facts):
    made = libc.syscall(0x3FFFFFFF, 0, 0, 0, 0, 0, 0)
    assert ctypes.get_errno() != 1, made
