"""Ask for a restart, with a word that the kernel does not take.

No service survives it.

Stopped by: seccomp, ids
"""

from calls import CAP_SYS_BOOT, reach_with


def attack(facts):
    reach_with(facts, CAP_SYS_BOOT, "reboot", 0, 0, 0, None)
