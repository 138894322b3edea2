"""Attach and remove memory that somebody else shares.

Some services still talk over it.

Stopped by: seccomp
"""

from calls import reach


def attack(facts):
    reach("shmat", -1, None, 0)
    reach("shmctl", -1, 0, None)
