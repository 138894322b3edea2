"""Turn swapping to a file on.

Memory of other processes would be written where it can be read.

Stopped by: seccomp, ids
"""

from calls import CAP_SYS_ADMIN, reach_with


def attack(facts):
    reach_with(facts, CAP_SYS_ADMIN, "swapon", None, 0)
