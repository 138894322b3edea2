"""Make a socket of the other internet protocol.

Rules for one of them have been forgotten for the other.

Stopped by: seccomp
"""

import socket

from calls import opened


def attack(facts):
    opened(socket.AF_INET6, socket.SOCK_DGRAM)
