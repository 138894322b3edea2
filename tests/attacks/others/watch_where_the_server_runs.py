"""Ask on which processors the server may run.

It is a first step towards running beside it.

Stopped by: seccomp
"""

import os


def attack(facts):
    os.sched_getaffinity(facts["server"])
