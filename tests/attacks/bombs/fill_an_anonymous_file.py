"""Fill a file that lies in memory.

No limit on the address space counts what is not mapped.

Stopped by: seccomp, rlimits
"""

import os


def attack(facts):
    made = os.memfd_create("bomb")
    for _ in range(8):
        os.write(made, bytes(1 << 20))
