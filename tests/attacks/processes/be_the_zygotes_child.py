"""Start a process whose parent is the zygote.

The zygote would report its end in place of the job's.

Stopped by: seccomp, rlimits
"""

import os

from calls import make


def attack(facts):
    child = make("clone", 0x8000 | 17, None, None, None, None)
    if child == 0:
        os._exit(0)
