"""Make a namespace of one's own.

In it one is root, and faults of the kernel that need root can be reached.

Stopped by: seccomp
Docker: refuses
"""

from calls import reach


def attack(facts):
    reach("unshare", 0)
