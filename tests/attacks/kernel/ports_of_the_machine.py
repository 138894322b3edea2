"""Ask for direct access to ports of the hardware.

Discs can be written past every file system.

Stopped by: seccomp, ids
"""

import platform

from calls import CAP_SYS_RAWIO, reach_with


def attack(facts):
    if platform.machine() != "x86_64":
        raise NotImplementedError("only x86-64 has ports")
    reach_with(facts, CAP_SYS_RAWIO, "iopl", 3)
