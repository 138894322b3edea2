"""Ask for all capabilities back.

What was taken from the effective set only can be taken up again.

Stopped by: seccomp, ids
"""

import struct

from calls import CAP_SYS_ADMIN, make, needs


def attack(facts):
    needs(facts, CAP_SYS_ADMIN)
    make(
        "capset",
        struct.pack("<II", 0x20080522, 0),
        struct.pack("<6I", 1 << CAP_SYS_ADMIN, 1 << CAP_SYS_ADMIN, 0, 0, 0, 0),
    )
