"""Set the register by which a thread finds itself.

The C library's guards against overflows lie there.

Stopped by: seccomp
"""

import platform

from calls import reach


def attack(facts):
    if platform.machine() != "x86_64":
        raise NotImplementedError("only x86-64 sets it by a call")
    reach("arch_prctl", 0x1003, None)
