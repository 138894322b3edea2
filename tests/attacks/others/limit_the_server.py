"""Set a limit of the server.

With no descriptors left it answers nobody.

Stopped by: seccomp, ids
"""

import resource


def attack(facts):
    resource.prlimit(facts["server"], resource.RLIMIT_CORE, tuple(facts["core_limits"]))
