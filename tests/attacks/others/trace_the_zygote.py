"""Attach to the zygote as a debugger.

Every later job would be the attacker's.

Stopped by: seccomp, landlock, ids
"""

import os

from calls import CAP_SYS_PTRACE, called, libc, needs


def attack(facts):
    needs(facts, CAP_SYS_PTRACE)
    called(libc.ptrace(0x4206, os.getppid(), None, None))
