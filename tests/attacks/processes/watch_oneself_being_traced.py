"""Ask to be traced by the zygote.

A traced process stops at every signal, and its parent is told of it.

Stopped by: seccomp
"""

from calls import called, libc


def attack(facts):
    called(libc.ptrace(0, 0, None, None))
