"""Ask for a limit of the server.

It tells how much it takes to bring it down.

Stopped by: seccomp, ids
"""

import resource


def attack(facts):
    resource.prlimit(facts["server"], resource.RLIMIT_NOFILE)
