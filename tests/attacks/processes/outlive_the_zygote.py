"""Ask the kernel not to end with the parent.

A job would go on when the server is gone.

Stopped by: seccomp
"""

from calls import called, libc


def attack(facts):
    called(libc.prctl(1, 0, 0, 0, 0))
