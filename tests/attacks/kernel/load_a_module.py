"""Load code into the kernel.

Nothing is safe from it.

Stopped by: seccomp, ids
"""

from calls import CAP_SYS_MODULE, reach_with


def attack(facts):
    reach_with(facts, CAP_SYS_MODULE, "finit_module", -1, b"", 0)
    reach_with(facts, CAP_SYS_MODULE, "init_module", None, 0, None)
