"""Fork by the raw call, with no flags but the signal at its end.

The list of calls has clone for executors; without these flags it makes a process.

Stopped by: seccomp, rlimits
"""

import os

from calls import make


def attack(facts):
    child = make("clone", 17, None, None, None, None)
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
