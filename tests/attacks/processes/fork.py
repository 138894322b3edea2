"""Make a copy of the process.

A copy can outlive its job, and copies can be made without end.

Stopped by: seccomp, rlimits
"""

import os


def attack(facts):
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
