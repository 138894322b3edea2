"""Take a lease on a file, so that whoever opens it for writing has to wait for us.

An update of the server would hang.

Stopped by: seccomp, ids
"""

import fcntl
import os

from calls import CAP_LEASE, needs


def attack(facts):
    needs(facts, CAP_LEASE)
    with open(os.__file__) as library:
        fcntl.fcntl(library, fcntl.F_SETLEASE, fcntl.F_RDLCK)
