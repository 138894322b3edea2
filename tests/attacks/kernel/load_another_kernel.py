"""Load another kernel, to be started in place of this one.

No service survives it.

Stopped by: seccomp, ids
"""

from calls import CAP_SYS_BOOT, reach_with


def attack(facts):
    reach_with(facts, CAP_SYS_BOOT, "kexec_load", 0, 0, None, 1 << 20)
