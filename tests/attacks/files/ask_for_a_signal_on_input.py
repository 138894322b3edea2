"""Have the kernel send signals when a descriptor is ready, to a process of one's choice.

It is a way to signal others without a call that has signal in its name.

Stopped by: seccomp
"""

import fcntl
import os


def attack(facts):
    fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())
