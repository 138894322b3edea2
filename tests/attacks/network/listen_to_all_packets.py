"""Open the socket that sees every packet of the machine.

Sessions of other learners pass there.

Stopped by: seccomp, ids
"""

import socket

from calls import CAP_NET_RAW, needs, opened


def attack(facts):
    needs(facts, CAP_NET_RAW)
    opened(socket.AF_PACKET, socket.SOCK_RAW)
