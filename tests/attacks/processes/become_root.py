"""Become root again.

Who was root and changed only half of its ids can.

Stopped by: seccomp, ids
"""

import os

from calls import CAP_SETUID, needs


def attack(facts):
    needs(facts, CAP_SETUID)
    os.setresuid(0, 0, 0)
