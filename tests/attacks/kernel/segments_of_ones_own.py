"""Ask for the table of segments of the process.

It is old code of the kernel, in which root has been found.

Stopped by: seccomp
"""

import platform

from calls import reach


def attack(facts):
    if platform.machine() != "x86_64":
        raise NotImplementedError("only x86-64 has segments")
    reach("modify_ldt", 0, None, 0)
