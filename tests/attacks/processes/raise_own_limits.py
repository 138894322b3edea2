"""Take more than was given.

A limit that its process can raise is none.

Stopped by: seccomp, rlimits
"""

import resource


def attack(facts):
    resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100))
