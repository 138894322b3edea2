"""Open the kernel's interface for ciphers.

It is a large part of the kernel that no kernel of a learner's needs.

Stopped by: seccomp
"""

import socket

from calls import opened


def attack(facts):
    opened(38, socket.SOCK_SEQPACKET)
