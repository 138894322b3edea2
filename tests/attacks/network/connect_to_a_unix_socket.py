"""Connect to a socket in the file system.

Docker's is one: whoever reaches it owns the host.

Stopped by: seccomp
"""

import socket


def attack(facts):
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as stream:
        stream.connect(facts["socket"])
