"""Send a datagram.

A solution or a secret leaves by a name that is asked of a server of one's own.

Stopped by: seccomp
"""

import socket


def attack(facts):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stream:
        stream.sendto(b"secret", ("127.0.0.1", 9))
