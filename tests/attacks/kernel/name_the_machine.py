"""Give the machine the name that it has.

Certificates and logs go by it.

Stopped by: seccomp, ids
"""

import socket

from calls import CAP_SYS_ADMIN, needs


def attack(facts):
    needs(facts, CAP_SYS_ADMIN)
    socket.sethostname(socket.gethostname())
