"""Make packets by hand.

One can then pose as any machine of the network.

Stopped by: seccomp, ids
"""

import socket

from calls import CAP_NET_RAW, needs


def attack(facts):
    needs(facts, CAP_NET_RAW)
    socket.socket(socket.AF_INET, socket.SOCK_RAW, 255).close()
