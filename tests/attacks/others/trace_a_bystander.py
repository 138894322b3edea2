"""Attach to somebody else's process as a debugger.

Its memory and its calls are then the attacker's.

Stopped by: seccomp, landlock, ids
"""

from calls import called, libc


def attack(facts):
    called(libc.ptrace(0x4206, facts["bystander"], None, None))
