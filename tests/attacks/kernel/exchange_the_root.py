"""Exchange the root of the file system for another.

It is how containers are entered, and left.

Stopped by: seccomp, ids
"""

from calls import CAP_SYS_ADMIN, reach_with


def attack(facts):
    reach_with(facts, CAP_SYS_ADMIN, "pivot_root", None, None)
