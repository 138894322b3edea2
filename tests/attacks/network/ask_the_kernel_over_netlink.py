"""Open the kernel's own protocol for settings of the network.

It has had many faults, and needs no privilege for most of its questions.

Stopped by: seccomp
"""

import socket


def attack(facts):
    socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0).close()
