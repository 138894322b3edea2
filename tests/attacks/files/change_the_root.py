"""Make another folder the root, as the first half of leaving a jail of that kind.

Whoever may do it twice is outside.

Stopped by: seccomp, ids
"""

import os

from calls import CAP_SYS_CHROOT, needs


def attack(facts):
    needs(facts, CAP_SYS_CHROOT)
    os.chroot("/")
