"""Reserve space on the disc without writing.

It is full all the same.

Stopped by: landlock, seccomp, rlimits
"""

import os


def attack(facts):
    made = os.open(facts["folder"] + "/reserved", os.O_CREAT | os.O_WRONLY)
    os.posix_fallocate(made, 0, 1 << 20)
