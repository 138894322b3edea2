"""Make two sockets that are connected with each other.

A socket of one's own can carry descriptors, and outlive them in the kernel.

Stopped by: seccomp
"""

import socket


def attack(facts):
    socket.socketpair()
