"""Send a signal to a group of processes.

A session of somebody else ends at once.

Stopped by: seccomp, landlock, ids
"""

import os


def attack(facts):
    os.killpg(os.getpgid(facts["bystander"]), 0)
