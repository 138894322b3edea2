"""Open the socket that leads out of a virtual machine.

The host listens there, and so do the agents of clouds.

Stopped by: seccomp
Docker: refuses
"""

import socket

from calls import opened


def attack(facts):
    opened(socket.AF_VSOCK, socket.SOCK_STREAM)
